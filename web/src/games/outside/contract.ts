/**
 * The interface of a board in another package, the default export of its `board.js`. docs/boards.md explains
 * it.
 */

/** What a board shows. It must not be changed. */
export interface Scene {
  /** What this seat may know, as the game's `display` gives it. */
  readonly view: Readonly<Record<string, unknown>>;
  /** The position in the game's notation. */
  readonly position: string;
  /** The options of the table. */
  readonly options: Readonly<Record<string, boolean | number | string>>;
  readonly seats: readonly { readonly name: string; readonly you: boolean }[];
  /** Whose view it is; null for a spectator. */
  readonly seat: number | null;
  readonly toMove: number | null;
  /** The moves so far in the game's notation; `?` where one is hidden from this seat. */
  readonly moves: readonly { readonly seat: number; readonly move: string }[];
  /** The legal moves in the game's notation; none in replays, for spectators and while others move. */
  readonly legal: readonly string[];
  readonly over: boolean;
  /** A move to point at: a hint, or advice in a replay. */
  readonly suggestion: string | null;
  readonly language: 'en' | 'fr';
}

/** What a board can call. */
export interface Host {
  /** Play one of the legal moves. */
  play(move: string): void;
  /** Say something to screen readers. Moves, turns and results are said without it. */
  announce(text: string): void;
}

export interface Mounted {
  /** Another position, language or hint: show that instead. */
  update(scene: Scene): void;
  /** The page closes: stop timers, remove listeners outside of the element. */
  destroy(): void;
}

/** The default export of `board.js`. Only `mount` is required. */
export interface BoardModule {
  /** Draw into `element`, which has the size of the board and may be resized. */
  mount(element: HTMLElement, scene: Scene, host: Host): Mounted;
  /** A short label of a move, for the log and hints. Without it: its notation. */
  label?(move: string, language: Scene['language']): string;
  /** The last of the scene's moves as a sentence. Without it: “Ann plays c4.” */
  describe?(scene: Scene): string;
  /** An expected score in words, for the player to move. Without it: the number. */
  worth?(value: number, language: Scene['language']): string;
  /** A score beside a name; null: none. Without it: the number. */
  points?(score: number, language: Scene['language']): string | null;
  /** The keys of the board and what they do. */
  keys?(language: Scene['language']): [key: string, what: string][];
}
