import type { Replay } from './types';

/** The record opened last, kept for this browser tab: it is stored nowhere else. */
const KEY = 'partie.opened';
let latest: Replay | null = null;

export function keepOpened(replay: Replay): void {
  latest = replay;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(replay));
  } catch {
    // Too long or forbidden: it lives until the page is left.
  }
}

export function opened(): Replay | null {
  if (latest) return latest;
  const text = sessionStorage.getItem(KEY);
  return text ? (JSON.parse(text) as Replay) : null;
}
