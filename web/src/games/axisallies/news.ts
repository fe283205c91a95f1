import { m } from '../../paraglide/messages';
import type { Order } from './orders';
import { armyWords, powerName, spacesWords } from './phrases';
import { powers, type Power } from './powers';
import type { Army } from './units';
import { added, unitCount, missing, powerOf, sideOf, type WarView } from './war';
import { spaceName } from './words';

export type Result = 'taken' | 'cleared' | 'held' | 'retreat' | 'raid' | 'rocket' | 'unknown';

/** An order that was given, and the number of its move. */
export interface Given {
  ply: number;
  order: Order;
}

/** One line of news about a power's turn, and the orders it is about, decisions in a battle included. */
export type News = { orders: Given[] } & (
  | { kind: 'research'; dice: number; found: string[] | null }
  | { kind: 'bought'; army: Army }
  | { kind: 'loaded'; from: string; army: Army }
  | { kind: 'moved'; from: string; to: string; army: Army }
  | { kind: 'took'; spaces: string[] }
  | { kind: 'fight'; space: string; result: Result; losses: Partial<Record<Power, Army>>; paid: number; payer: Power | null }
  | { kind: 'placed'; space: string; army: Army }
); // prettier-ignore

type Fight = Extract<News, { kind: 'fight' }>;

export interface Turn {
  power: Power;
  round: number;
  /** The number of the move it begins with. */
  first: number;
  items: News[];
}

/** An order that was given, with the views before and after it, where they are known. */
export interface Event {
  seat: number;
  order: Order;
  /** How many moves came before it. */
  ply: number;
  before: WarView | null;
  after: WarView | null;
}

const answers = ['go_on', 'lose_as_usual', 'lose', 'retreat', 'withdraw', 'submerge', 'destroy'];

/** Builds the news move by move: what was ordered, and where there are views, how it ended. */
export class Chronicle {
  turns: Turn[] = [];
  #fight: { item: Fight; start: WarView; retreat: boolean } | null = null;

  tell({ seat, order, ply, before, after }: Event): void {
    if (answers.includes(order.kind)) {
      const last = this.turns.at(-1)?.items.findLast(({ kind }) => kind === 'fight');
      last?.orders.push({ ply, order });
      if (this.#fight && order.kind === 'retreat') this.#fight.retreat = true;
      return this.#closeFight(after);
    }
    this.#closeFight(before);
    const turn = this.#turnOf(powerOf(seat), before ?? after, ply);
    this.#order(turn, order, ply, before, after);
    this.#closeFight(after);
  }

  /** Keeps this many turns and empties the last of them, which is told again. */
  rewind(turns: number): void {
    this.turns.length = Math.min(turns, this.turns.length);
    this.turns.at(-1)?.items.splice(0);
    this.#fight = null;
  }

  #turnOf(power: Power, view: WarView | null, ply: number): Turn {
    const last = this.turns.at(-1);
    if (last?.power === power) return last;
    const begun = last && powers.indexOf(power) <= powers.indexOf(last.power) ? last.round + 1 : last?.round;
    const turn = { power, round: view?.round ?? begun ?? 1, first: ply, items: [] };
    this.turns.push(turn);
    return turn;
  }

  #order(turn: Turn, order: Order, ply: number, before: WarView | null, after: WarView | null): void {
    const { items } = turn;
    const { kind, unit, n, from, to } = order;
    const army: Army = unit ? { [unit]: Math.max(n, 1) } : {};
    const given = { ply, order };
    if (kind === 'research') {
      const [had, has] = [before, after].map((view) => view?.techs[powers.indexOf(turn.power)]);
      items.push({
        orders: [given],
        kind: 'research',
        dice: n,
        found: had && has ? has.filter((t) => !had.includes(t)) : null,
      });
    } else if (kind === 'buy') {
      const bought = items.find((item) => item.kind === 'bought');
      if (bought) this.#more(bought, army, given);
      else items.push({ orders: [given], kind: 'bought', army });
    } else if (kind === 'load' && from) {
      const loaded = items.find((item) => item.kind === 'loaded' && item.from === from);
      if (loaded?.kind === 'loaded') this.#more(loaded, army, given);
      else items.push({ orders: [given], kind: 'loaded', from, army });
    } else if ((kind === 'move' || kind === 'sail' || kind === 'drop') && from && to) {
      this.#moved(items, from, to, army, given);
      if (before && after) this.#took(turn, given, before, after);
    } else if (kind === 'unload' && to) {
      const zone = before?.ships.find(({ row }) => row === order.row)?.zone;
      if (zone) this.#moved(items, zone, to, army, given);
      if (before && after) this.#took(turn, given, before, after);
    } else if ((kind === 'fight' || kind === 'rocket') && to) {
      const raid = before?.pending.some((fight) => fight.space === to && fight.kind === 'raid');
      const owner = before?.owners[to] ?? null;
      const result = kind === 'rocket' ? 'rocket' : raid ? 'raid' : 'unknown';
      const payer = owner === null || result === 'unknown' ? null : powerOf(owner);
      const item: Fight = { orders: [given], kind: 'fight', space: to, result, losses: {}, paid: 0, payer };
      items.push(item);
      if (before) this.#fight = { item, start: before, retreat: false };
    } else if (kind === 'place' && to) {
      const placed = items.find((item) => item.kind === 'placed' && item.space === to);
      if (placed?.kind === 'placed') this.#more(placed, army, given);
      else items.push({ orders: [given], kind: 'placed', space: to, army });
    }
  }

  #moved(items: News[], from: string, to: string, army: Army, given: Given): void {
    const same = items.find((item) => item.kind === 'moved' && item.from === from && item.to === to);
    if (same?.kind === 'moved') this.#more(same, army, given);
    else items.push({ orders: [given], kind: 'moved', from, to, army });
  }

  /** Another order of the same line. */
  #more(item: News & { army: Army }, army: Army, given: Given): void {
    item.army = added(item.army, army);
    item.orders.push(given);
  }

  /** Spaces that change hands without a fight. */
  #took(turn: Turn, given: Given, before: WarView, after: WarView): void {
    const side = sideOf(after, turn.power);
    const spaces = Object.keys(after.owners).filter((space) => {
      const [was, is] = [before.owners[space] ?? null, after.owners[space] ?? null];
      return is !== was && is !== null && sideOf(after, powerOf(is)) === side;
    });
    if (spaces.length === 0) return;
    const took = turn.items.find((item) => item.kind === 'took');
    if (took) {
      took.spaces = [...new Set([...took.spaces, ...spaces])];
      took.orders.push(given);
    } else turn.items.push({ orders: [given], kind: 'took', spaces });
  }

  /** A fight ends when the table is no longer in it. */
  #closeFight(view: WarView | null): void {
    if (!this.#fight || !view) return;
    const { item, start, retreat } = this.#fight;
    if (view.battle?.space === item.space) return;
    this.#fight = null;
    Object.assign(item, outcome(start, view, item, retreat));
  }
}

/** How a fight ended, from what was there before and after it. */
function outcome(
  start: WarView,
  end: WarView,
  { space, result, payer }: Fight,
  retreat: boolean,
): Pick<Fight, 'result' | 'losses' | 'paid'> {
  const losses: Partial<Record<Power, Army>> = {};
  for (const power of powers) {
    const lost = missing(totalOf(start, power), totalOf(end, power));
    if (unitCount(lost) > 0) losses[power] = lost;
  }
  const seat = payer ? powers.indexOf(payer) : -1;
  const paid = payer ? Math.max(0, (start.cash[seat] ?? 0) - (end.cash[seat] ?? 0)) : 0;
  if (result !== 'unknown') return { result, losses, paid };
  if (retreat) return { result: 'retreat', losses, paid };
  const [was, is] = [start.owners[space], end.owners[space]];
  const side = sideOf(start, powerOf(start.power));
  const enemies = powers.filter((power) => sideOf(start, power) !== side);
  const gone = enemies.every((power) => unitCount(fighting(end.units[space]?.[power])) === 0);
  if (was === undefined) return { result: gone ? 'cleared' : 'held', losses, paid };
  return { result: was !== is ? 'taken' : gone ? 'cleared' : 'held', losses, paid };
}

function fighting(army: Army | undefined): Army {
  return { ...army, aa_gun: 0, industrial_complex: 0 };
}

/** All units of a power on the board, cargo included, but not guns and complexes, which change hands. */
function totalOf(view: WarView, power: Power): Army {
  let total: Army = {};
  for (const forces of Object.values(view.units)) total = added(total, fighting(forces[power]));
  for (const { cargo } of view.ships) {
    for (const { kind, power: owner } of cargo) {
      if (powerOf(owner) === power) total = added(total, { [kind]: 1 });
    }
  }
  return total;
}

/** The space to show while a line is read. */
export function placeOf(item: News): string | null {
  if (item.kind === 'moved') return item.to;
  if (item.kind === 'loaded') return item.from;
  if (item.kind === 'fight' || item.kind === 'placed') return item.space;
  return item.kind === 'took' ? (item.spaces[0] ?? null) : null;
}

/** A line of news in words. */
export function newsWords(item: News): string {
  switch (item.kind) {
    case 'research': {
      const found = item.found?.length
        ? item.found.map((tech) => m.axisallies_tech({ tech })).join(', ')
        : 'nothing';
      return m.axisallies_news_research({ found, n: item.dice });
    }
    case 'bought':
      return m.axisallies_news_bought({ units: armyWords(item.army) });
    case 'loaded':
      return m.axisallies_news_loaded({ units: armyWords(item.army), from: spaceName(item.from) });
    case 'moved':
      return m.axisallies_news_moved({
        units: armyWords(item.army),
        from: spaceName(item.from),
        to: spaceName(item.to),
      });
    case 'took':
      return m.axisallies_news_took({ spaces: spacesWords(item.spaces) });
    case 'placed':
      return m.axisallies_news_placed({ space: spaceName(item.space), units: armyWords(item.army) });
    case 'fight':
      return m.axisallies_news_fight({ result: item.result, space: spaceName(item.space) });
  }
}

/** The losses of a battle, power by power. */
export function lossWords(item: News): string[] {
  if (item.kind !== 'fight') return [];
  const lines = powers.flatMap((power) => {
    const lost = item.losses[power];
    return lost ? [m.axisallies_losses({ power: powerName(power), units: armyWords(lost) })] : [];
  });
  if (item.payer && item.paid > 0)
    lines.push(m.axisallies_news_paid({ power: powerName(item.payer), ipc: item.paid }));
  if (lines.length === 0 && item.result !== 'unknown' && item.result !== 'raid' && item.result !== 'rocket')
    lines.push(m.axisallies_losses_none());
  return lines;
}
