/** Values that could not be stored, because storage is forbidden or full: they last as long as the page. */
const fallback = new Map<string, string>();

/** Keeps a value in this browser. */
export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`partie.${key}`, text);
    fallback.delete(key);
  } catch {
    fallback.set(key, text);
  }
}

export function recall<T>(key: string, otherwise: T): T {
  try {
    // What could not be stored is newer than what is stored.
    const text = fallback.get(key) ?? localStorage.getItem(`partie.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
