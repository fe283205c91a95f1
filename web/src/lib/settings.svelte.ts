import { recall, remember } from './storage';

export const themes = ['auto', 'light', 'dark'] as const;
export const motions = ['slow', 'normal', 'fast', 'none'] as const;
export const indices = ['auto', 'en', 'fr'] as const;

export interface Choices {
  theme: (typeof themes)[number];
  /** How fast things move. */
  motion: (typeof motions)[number];
  /** The letters on court cards. */
  indices: (typeof indices)[number];
  /** Every suit has a colour of its own. */
  fourColours: boolean;
  /** A card is played by itself where it is the only legal one. */
  forced: boolean;
  /** Programs may remember the owner of this browser. */
  known: boolean;
  /** The server to which a site without one leads gets finished games. */
  handIn: boolean;
  sound: boolean;
  vibrate: boolean;
}

/** Phones are often among other people: there a sound has to be asked for. */
function usual(): Choices {
  const phone = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
  return {
    theme: 'auto',
    motion: 'normal',
    indices: 'auto',
    fourColours: true,
    forced: false,
    known: true,
    handIn: false,
    sound: !phone,
    vibrate: true,
  };
}

/** What the owner of this browser has chosen for all tables. */
class Settings {
  #chosen = $state.raw<Choices>({ ...usual(), ...recall<Partial<Choices>>('settings', {}) });

  constructor() {
    this.#show();
  }

  get chosen(): Choices {
    return this.#chosen;
  }

  get sound(): boolean {
    return this.#chosen.sound;
  }

  get vibrate(): boolean {
    return this.#chosen.vibrate;
  }

  set(change: Partial<Choices>): void {
    this.#chosen = { ...this.#chosen, ...change };
    remember('settings', this.#chosen);
    this.#show();
  }

  /** Tells the style sheet (`app.css`). */
  #show(): void {
    if (typeof document === 'undefined') return;
    const { theme, motion, fourColours } = this.#chosen;
    Object.assign(document.documentElement.dataset, { theme, motion, suits: fourColours ? 'four' : 'two' });
  }
}

export const settings = new Settings();
