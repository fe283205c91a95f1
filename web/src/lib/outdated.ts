const KEY = 'partie.started-again';
const NOT_AGAIN_WITHIN = 30_000;

/** A part of the app that cannot be loaded although the server answers has another name since an update of the server: the page starts again, with the new names. */
export function startAgainWhenOutdated(): void {
  addEventListener('vite:preloadError', () => void startAgain());
}

/** Loads the page anew, because the server speaks as this one does not understand. */
export async function startAgain(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < NOT_AGAIN_WITHIN) return;
  const answer = await fetch('/api/health').catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
