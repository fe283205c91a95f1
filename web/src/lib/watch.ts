import { api } from './api';
import { codeOf } from './errors';
import { network } from './network.svelte';
import { backoff } from './backoff';

/**
 * Asks the server for a sign of life whenever the browser says that the network is gone or back, on any page.
 * The browser's word is not enough: a server on this machine can be reached without a network.
 */
export function watchNetwork(): () => void {
  const who = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  async function ask(failures = 0): Promise<void> {
    clearTimeout(timer);
    const turn = ++asked;
    const reached = await api.health().then(
      () => true,
      (error: unknown) => codeOf(error) !== 'unreachable',
    );
    if (turn !== asked) return;
    if (reached) return network.restored(who);
    network.lost(who);
    timer = setTimeout(() => void ask(failures + 1), backoff(failures));
  }

  const changed = () => void ask();
  addEventListener('offline', changed);
  addEventListener('online', changed);
  if (!navigator.onLine) changed();
  return () => {
    asked++;
    clearTimeout(timer);
    removeEventListener('offline', changed);
    removeEventListener('online', changed);
    network.restored(who);
  };
}
