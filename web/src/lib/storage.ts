/** Values kept in this browser. Where storage is forbidden they last until the page is closed. */
const fallback = new Map<string, string>();

export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  fallback.set(key, text);
  try {
    localStorage.setItem(`partie.${key}`, text);
  } catch {
    // Private windows may refuse: the map above is used then.
  }
}

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`partie.${key}`) ?? fallback.get(key);
    return text === undefined || text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    const text = fallback.get(key);
    return text === undefined ? otherwise : (JSON.parse(text) as T);
  }
}
