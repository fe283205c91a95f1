import { fileAddress, site } from './site';

const KEY = 'partie.started-again';
const NOT_AGAIN_WITHIN = 30_000;

/**
 * Reloads the page when a part of the app cannot be loaded although the server answers: after an update its
 * files have other names.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => void reloadPage());
}

/** Reloads the page, because the server has been updated and this page has not. */
export async function reloadPage(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < NOT_AGAIN_WITHIN) return;
  const answer = await fetch(address(), { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}

/** Something that only answers where the pages come from, and is not kept by the browser. */
const address = (): string => (site.folder ? fileAddress('sw.js') : '/api/health');
