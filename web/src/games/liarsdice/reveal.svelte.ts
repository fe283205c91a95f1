import { paced } from '../../lib/motion';
import type { Showdown } from './logic';

/**
 * `call`: somebody has called. `shown`: the cups are up. `counting`: dice light up. `verdict`: dice are lost.
 */
export type Stage = 'call' | 'shown' | 'counting' | 'verdict';

export interface Scene {
  showdown: Showdown;
  /** How many moves had been played, the call included. */
  call: number;
}

const CALL = 900;
const SHOWN = 700;
const COUNT_ONE = 170;
const COUNT_ALL = 1_500;
const VERDICT = 2_600;
/** While more showdowns wait, everything goes faster. */
const HURRY = 0.6;

/**
 * Shows showdowns one after the other, slowly enough to follow. They can be skipped, and nothing waits for
 * them.
 */
export class Reveal {
  scene = $state.raw<Scene | null>(null);
  stage = $state<Stage>('verdict');
  /** How many of the dice that count are lit. */
  lit = $state(0);
  /** Opened again by the player: it stays until it is closed. */
  reopened = $state(false);
  #queue = $state.raw<Scene[]>([]);
  #known: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #still: () => boolean;

  /** `still`: whether animations are to be avoided. */
  constructor(still: () => boolean) {
    this.#still = still;
  }

  /** How many more showdowns are waiting. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Takes the last showdown of a table after each event. One that was there when the page opened is not shown
   * again.
   */
  offer(call: number, showdown: Showdown | null): void {
    const known = this.#known;
    this.#known = call;
    if (known === null || call === known) return;
    if (call < known) return this.close();
    if (!showdown) return;
    this.#queue = [...this.#queue, { call, showdown }];
    if (!this.scene || this.reopened) this.#next();
  }

  /** Shows the end of a showdown again. */
  reopen(call: number, showdown: Showdown): void {
    this.close();
    this.reopened = true;
    this.#set({ call, showdown }, 'verdict', showdown.counted);
  }

  /** Skips to the next showdown, or to the current table. */
  skip(): void {
    this.#next();
  }

  /** Skips to the current table. */
  close(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.scene = null;
    this.reopened = false;
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.reopened = false;
    const [scene = null, ...later] = this.#queue;
    this.#queue = later;
    if (!scene) this.scene = null;
    else if (this.#still()) {
      this.#set(scene, 'verdict', scene.showdown.counted);
      this.#after(CALL + VERDICT, () => this.#next());
    } else {
      this.#set(scene, 'call', 0);
      this.#after(CALL, () => this.#lift(scene));
    }
  }

  #lift(scene: Scene): void {
    this.#set(scene, 'shown', 0);
    this.#after(SHOWN, () => this.#count(scene, Math.min(COUNT_ONE, COUNT_ALL / scene.showdown.counted)));
  }

  #count(scene: Scene, pause: number): void {
    const { counted } = scene.showdown;
    if (this.lit >= counted) {
      this.#set(scene, 'verdict', counted);
      return this.#after(VERDICT, () => this.#next());
    }
    this.#set(scene, 'counting', this.lit + 1);
    this.#after(pause, () => this.#count(scene, pause));
  }

  #set(scene: Scene, stage: Stage, lit: number): void {
    this.scene = scene;
    this.stage = stage;
    this.lit = lit;
  }

  #after(pause: number, then: () => void): void {
    this.#timer = setTimeout(then, paced(this.#queue.length ? pause * HURRY : pause));
  }
}
