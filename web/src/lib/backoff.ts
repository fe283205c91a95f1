const FIRST_DELAY = 500;
const LAST_DELAY = 5_000;

/** Milliseconds to wait before trying again, after `attempt` failures in a row. */
export function backoff(attempt: number): number {
  return Math.min(LAST_DELAY, FIRST_DELAY * 2 ** attempt);
}
