import { countingOrder, goingDie, type Bid, type DiceView } from './logic';
import type { Reveal } from './reveal.svelte';

/** A die from under a cup. */
export interface ShownDie {
  face: number;
  wild: boolean;
  /** Counts for the bid, and has been counted. */
  lit: boolean;
  /** Does not count. */
  dim: boolean;
  /** Is lost. */
  going: boolean;
}

/** How far a showdown has been shown. */
export type Told = Pick<Reveal, 'scene' | 'stage' | 'lit'>;

export interface Said {
  says: Bid | 'contest' | 'confirm';
  stands: boolean;
}

/** The last call of a seat in the round that is shown. */
export function saidBy(seat: number, view: DiceView, { scene }: Told): Said | null {
  if (scene?.showdown.caller === seat) return { says: scene.showdown.kind, stands: true };
  const bids = scene ? scene.showdown.bids : view.bids;
  const says = bids.findLast((bid) => bid.seat === seat);
  return says ? { says, stands: says === bids.at(-1) } : null;
}

/** How many dice a seat has, and its place once it is out; during a showdown, as before it. */
export function standingAt(
  seat: number,
  view: DiceView,
  { scene, stage }: Told,
): { dice: number; place: number | null } {
  const place = view.places[seat] ?? null;
  if (!scene) return { dice: view.dice[seat] ?? 0, place };
  const before = scene.showdown.cups[seat]?.length ?? 0;
  const after = before - (scene.showdown.lost[seat] ?? 0);
  return { dice: stage === 'verdict' ? after : before, place: before === 0 ? place : null };
}

function openDice(cup: number[], wild: number | null): ShownDie[] | null {
  const die = { lit: false, dim: false, going: false };
  return cup.length ? cup.map((face) => ({ ...die, face, wild: face === wild })) : null;
}

/** The dice from under the cup of a seat; null while it stands. */
export function shownDice(seat: number, view: DiceView, { scene, stage, lit }: Told): ShownDie[] | null {
  if (!scene && view.cups) return openDice(view.cups[seat] ?? [], view.wild);
  const cup = scene?.showdown.cups[seat];
  if (!scene || !cup?.length || stage === 'call') return null;
  const counting = scene.showdown.counting[seat] ?? [];
  const order = countingOrder(scene.showdown)[seat] ?? [];
  const lost = stage === 'verdict' && (scene.showdown.lost[seat] ?? 0) > 0 ? goingDie(counting) : -1;
  return cup.map((face, i) => ({
    face,
    wild: face === view.wild,
    lit: !!counting[i] && (order[i] ?? 0) <= lit,
    dim: !counting[i] && stage !== 'shown',
    going: i === lost,
  }));
}
