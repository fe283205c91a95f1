import { recall, remember } from './storage';

interface Choices {
  sound: boolean;
  vibrate: boolean;
}

/** Phones are often among other people: there a sound has to be asked for. */
function usual(): Choices {
  const phone = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
  return { sound: !phone, vibrate: true };
}

/** What the owner of this browser has chosen for all tables. */
class Settings {
  #chosen = $state.raw<Choices>({ ...usual(), ...recall<Partial<Choices>>('settings', {}) });

  get sound(): boolean {
    return this.#chosen.sound;
  }

  get vibrate(): boolean {
    return this.#chosen.vibrate;
  }

  set(change: Partial<Choices>): void {
    this.#chosen = { ...this.#chosen, ...change };
    remember('settings', this.#chosen);
  }
}

export const settings = new Settings();
