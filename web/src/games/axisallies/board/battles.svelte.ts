import { untrack } from 'svelte';
import { fightAt, isSea, restOf } from '../fights';
import type { News } from '../news';
import type { OddsBook } from '../odds.svelte';
import type { Order } from '../orders';
import { oddsBadge, oddsSentence } from '../phrases';
import { powers, type Power } from '../powers';
import type { Army } from '../units';
import { powerOf, sideOf, type BattleView, type WarView } from '../war';
import type { OrderQueue } from './queue.svelte';
import type { Situation } from './situation.svelte';

type Sides = Pick<BattleView, 'attackers' | 'defenders'>;

/** The battles still to be fought, and the one in the window: it stays there until its end has been seen. */
export class Battles {
  shown = $state.raw<{ view: WarView; battle: BattleView } | null>(null);
  /** How the battle in the window ended, once it has. */
  ended = $state.raw<Extract<News, { kind: 'fight' }> | null>(null);
  /** The battle whose window was closed before its end. */
  #closed: string | null = null;

  constructor(
    readonly situation: Situation,
    readonly queue: OrderQueue,
    readonly book: OddsBook,
  ) {
    $effect(() => {
      const now = situation.view;
      untrack(() => this.#follow(now));
    });
  }

  pending = $derived.by(() => {
    const { view, orders } = this.situation;
    return view.pending.map((fight) => {
      const request = fight.kind === 'raid' ? null : fightAt(view, fight.space, {}, null);
      const odds = request && this.book.of(request);
      return {
        ...fight,
        order: orders.find(({ kind, to }) => kind === 'fight' && to === fight.space) ?? null,
        badge: odds ? oddsBadge(odds, true) : null,
        title: odds ? oddsSentence(odds) : '',
      };
    });
  });
  /** The signs of battles on the map. */
  marks = $derived.by(() => {
    const { pending, battle } = this.situation.view;
    const all = [...pending, ...(battle ? [{ space: battle.space, kind: battle.kind }] : [])];
    return Object.fromEntries(
      all.map(({ space, kind }) => [space, kind === 'raid' ? ('raid' as const) : ('battle' as const)]),
    );
  });
  /** What to expect of the battle in the window. */
  odds = $derived.by(() => {
    const request = this.shown && !this.ended ? restOf(this.shown.view, this.shown.battle) : null;
    return request && this.book.of(request);
  });
  /** A battle of other powers can be skipped. */
  skippable = $derived.by(() => this.shown !== null && !this.#involves(this.shown.battle));

  fight(order: Order): void {
    const { view, power } = this.situation;
    const space = order.to;
    if (space) {
      const battle = openingOf(view, space, power);
      battle.attackers[power] ??= {};
      this.shown = { view, battle };
      this.ended = null;
      this.situation.lookAt(space);
    }
    this.queue.give(order);
  }

  close(): void {
    const { battle } = this.situation.view;
    if (battle) {
      this.#closed = this.#keyOf(battle);
      this.situation.skip();
    }
    this.shown = null;
    this.ended = null;
  }

  #follow(now: WarView): void {
    if (now.battle) {
      if (now.battle.space !== this.shown?.battle.space) this.ended = null;
      const watched = this.#involves(now.battle) || this.situation.speed !== 'skip';
      const open = watched && this.#closed !== this.#keyOf(now.battle);
      this.shown = open ? { view: now, battle: now.battle } : null;
    } else if (this.shown && !this.ended) this.#finish(now, this.shown.view, this.shown.battle);
  }

  /**
   * The battle in the window is over: shows how it ended if the attacker is one of ours, and closes it
   * otherwise.
   */
  #finish(now: WarView, before: WarView, battle: BattleView): void {
    const attacker = powers.find((one) => battle.attackers[one] !== undefined) ?? powerOf(before.power);
    const turn = this.situation.reporter.turns.filter(({ power }) => power === attacker).at(-1);
    const item = turn?.items.findLast((one) => one.kind === 'fight' && one.space === battle.space);
    if (!this.situation.own.includes(attacker) || item?.kind !== 'fight') {
      this.shown = null;
      return;
    }
    this.ended = item;
    const left = sidesIn(now, battle.space, attacker);
    this.shown = { view: now, battle: { ...battle, ...left, doomed: {}, hits: 0 } };
  }

  #involves(battle: BattleView): boolean {
    return this.situation.own.some(
      (one) => battle.attackers[one] !== undefined || battle.defenders[one] !== undefined,
    );
  }

  #keyOf(battle: BattleView): string {
    return `${this.situation.stage} ${battle.space}`;
  }
}

/** A battle before its first roll. It may be over with that roll: its window needs something to show. */
function openingOf(view: WarView, space: string, attacker: Power): BattleView {
  return {
    space,
    kind: isSea(space) ? 'sea' : 'land',
    round: 1,
    amphibious: false,
    bombarding: 0,
    doomed: {},
    hurt: {},
    submerged: {},
    hits: 0,
    choices: {},
    may_retreat: false,
    may_retreat_to: [],
    may_withdraw_to: [],
    ...sidesIn(view, space, attacker),
  };
}

/** The units in a space that fight, by side. */
function sidesIn(view: WarView, space: string, attacker: Power): Sides {
  const there = Object.entries(view.units[space] ?? {}) as [Power, Army][];
  const fighting = there.map(([power, army]): [Power, Army] => [
    power,
    { ...army, industrial_complex: 0, aa_gun: 0 },
  ]);
  const side = sideOf(view, attacker);
  return {
    attackers: Object.fromEntries(fighting.filter(([power]) => sideOf(view, power) === side)),
    defenders: Object.fromEntries(fighting.filter(([power]) => sideOf(view, power) !== side)),
  };
}
