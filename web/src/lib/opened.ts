import type { Replay } from './types';

/** The record opened last, kept for this browser tab: it is stored nowhere else. */
const KEY = 'partie.record';

interface Opened {
  replay: Replay;
  /** The record itself, to ask for other views of it. */
  text: string;
}

let latest: Opened | null = null;

export function keepOpened(replay: Replay, text: string): void {
  latest = { replay, text };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(latest));
  } catch {
    // Too long or forbidden: it lives until the page is left.
  }
}

export function opened(): Opened | null {
  if (latest) return latest;
  const text = sessionStorage.getItem(KEY);
  return text ? (JSON.parse(text) as Opened) : null;
}
