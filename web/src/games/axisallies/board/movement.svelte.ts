import { untrack } from 'svelte';
import { notices } from '../../../lib/notices.svelte';
import { m } from '../../../paraglide/messages';
import { fightAt, isSea } from '../fights';
import {
  movableConvoys,
  chosen,
  firstPicks,
  movable,
  planTo,
  spacesToMove,
  targetsOf,
  type Choice,
  type Plan,
} from '../moving';
import type { OddsBook } from '../odds.svelte';
import { oddsBadge, oddsSentence } from '../phrases';
import { unitCount, type Aloft } from '../war';
import type { Draft } from './draft.svelte';
import type { OrderQueue } from './queue.svelte';
import type { Situation } from './situation.svelte';

/** Moving units: which of the chosen space can go, where to, with what odds, and the orders for it. */
export class Movement {
  constructor(
    readonly situation: Situation,
    readonly draft: Draft,
    readonly queue: OrderQueue,
    readonly book: OddsBook,
  ) {
    // A space that everything has left is no longer chosen.
    $effect(() => {
      const { moving, view, power } = situation;
      if (
        moving &&
        draft.space &&
        !queue.busy &&
        unitCount(this.able) === 0 &&
        this.convoys.length === 0 &&
        view.units[draft.space]?.[power]
      )
        untrack(() => (draft.space = null));
    });
  }

  /** The space that units move from. */
  from = $derived.by(() => (this.situation.moving ? this.draft.space : null));
  able = $derived.by(() => (this.from ? movable(this.situation.orders, this.situation.view, this.from) : {}));
  convoys = $derived.by(() =>
    this.from ? movableConvoys(this.situation.orders, this.situation.view, this.from) : [],
  );
  picks = $derived.by(() => this.draft.picks ?? firstPicks(this.able, this.convoys));
  /** Where the picked units can go: fights first, the most promising ones on top. */
  goals = $derived.by(() => {
    const from = this.from;
    if (!from) return [];
    const found = targetsOf(this.situation.orders, this.situation.view, from, this.picks).map((space) =>
      this.#goal(from, space),
    );
    return found.sort((one, other) => Number(other.fight) - Number(one.fight) || other.take - one.take);
  });
  badges = $derived.by(() => Object.fromEntries(this.goals.map(({ space, badge }) => [space, badge])));
  /** Aircraft that must land before the phase can end, and those for which it is too late. */
  aloft = $derived.by(() => (this.situation.moving ? this.situation.view.aloft : []));
  /** The armies that can still move. */
  ready = $derived.by(() => {
    const { moving, power, orders, view } = this.situation;
    return moving ? { power, spaces: spacesToMove(orders, view) } : null;
  });

  /** Chooses aircraft that must land, and shows where they are. */
  land({ space, kind, count }: Aloft): void {
    this.draft.choose(space);
    this.draft.picks = { units: { [kind]: count }, convoys: {} };
    this.situation.lookAt(space);
  }

  drag(from: string, to: string): void {
    if (!this.situation.moving) return;
    if (this.draft.space !== from) this.draft.choose(from);
    this.go(to);
  }

  /** Sends the picked units to a space, unless the player has to choose their way first. */
  go(to: string): void {
    const { space } = this.draft;
    if (!space || this.queue.busy) return;
    const plan = planTo(this.situation.orders, this.situation.view, space, to, this.picks);
    if (plan.intents.length === 0) return notices.show(m.axisallies_cannot_go());
    this.#askOrLeave(plan, to);
  }

  /** Takes one of the ways offered. */
  answer(way: Choice): void {
    const { question } = this.draft;
    const asked = question?.plan.questions[0];
    if (question && asked) this.#askOrLeave(chosen(question.plan, asked.unit, way), question.to);
  }

  #askOrLeave(plan: Plan, to: string): void {
    if (plan.questions.length > 0) {
      this.draft.question = { plan, to };
      return;
    }
    this.draft.question = null;
    this.draft.picks = null;
    this.queue.send(plan.intents);
  }

  #goal(from: string, space: string) {
    const { orders, view } = this.situation;
    const plan = planTo(orders, view, from, space, this.picks);
    const zone = isSea(from) && plan.intents.some((intent) => intent.do === 'unload') ? from : null;
    const fight = view.phase === 'combat_move' ? fightAt(view, space, plan.army, zone) : null;
    const odds = fight && this.book.of(fight);
    return {
      space,
      fight: fight !== null,
      badge: odds ? oddsBadge(odds) : null,
      words: odds ? oddsBadge(odds, true) : null,
      title: odds ? oddsSentence(odds) : '',
      take: odds?.take ?? 0,
    };
  }
}
