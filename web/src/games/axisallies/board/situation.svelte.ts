import { untrack } from 'svelte';
import { say } from '../../../lib/language.svelte';
import { recall, remember } from '../../../lib/storage';
import type { BoardProps } from '../../types';
import { ordersOf } from '../orders';
import { Pace, type Speed } from '../pace.svelte';
import { powers } from '../powers';
import { Reporter } from '../reporter.svelte';
import { powerOf, viewOf } from '../war';

/** The war as the board shows it at the moment, and what the players on this device may order. */
export class Situation {
  readonly reporter = new Reporter();
  /** How the battles of other powers are shown. */
  speed = $state<Speed>(recall<Speed>('axisallies.battles', 'skip'));
  /** The space the map moves to, once for every object. */
  look = $state.raw<{ space: string } | null>(null);
  readonly #pace: Pace;
  readonly #props: () => BoardProps;

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.#pace = new Pace(props().table);
    $effect(() => {
      const latest = this.table;
      untrack(() => {
        this.reporter.follow(latest);
        this.#pace.offer(latest, this.speed);
      });
    });
    $effect(() => untrack(props).onplayback?.(this.#pace.soFar));
    $effect(() => () => this.#pace.stop());
  }

  /** The latest table, which may be ahead of the one shown. */
  table = $derived.by(() => this.#props().table);
  onmove = $derived.by(() => this.#props().onmove);
  suggestion = $derived.by(() => this.#props().suggestion ?? null);
  shown = $derived.by(() => this.#pace.shown);
  view = $derived.by(() => viewOf(this.shown));
  /** The powers played on this device. */
  own = $derived.by(() => powers.filter((_, seat) => this.table.seats[seat]?.you));
  /** The power whose turn it is. */
  power = $derived.by(() => powerOf(this.view.power));
  /** A player on this device has to decide, and the board has caught up with the table. */
  live = $derived.by(() => !!this.onmove && this.table.can.move && this.shown === this.table);
  orders = $derived.by(() => (this.live ? ordersOf(this.table) : []));
  ownTurn = $derived.by(
    () =>
      this.live &&
      this.view.deciding === this.view.power &&
      this.view.battle === null &&
      this.view.scorch === null,
  );
  moving = $derived.by(
    () => this.ownTurn && (this.view.phase === 'combat_move' || this.view.phase === 'noncombat'),
  );
  /** The war is over, and the board has shown its end. */
  over = $derived.by(() => this.table.status === 'over' && this.shown === this.table);
  winners = $derived.by(() => say(this.table.result?.side));
  /** Changes with every phase. */
  stage = $derived.by(() => `${this.view.round} ${this.view.power} ${this.view.phase}`);

  /** Shows the latest table at once. */
  skip(): void {
    this.#pace.skip(this.table);
  }

  lookAt(space: string): void {
    this.look = { space };
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    remember('axisallies.battles', speed);
  }
}
