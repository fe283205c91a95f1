import { language } from '../../lib/language.svelte';
import { numberText } from '../../lib/numbers';
import { listed } from '../../lib/names';
import type { Table } from '../../lib/types';
import type { BattleOdds } from './api';
import { m } from '../../paraglide/messages';
import { loadOf, playedOrder, type Order } from './orders';
import { powers, type Power } from './powers';
import type { Army, UnitKind } from './units';
import { kindsOf, powerOf, viewOf, type Aloft, type Load, type Ship } from './war';
import { spaceName } from './words';

export const powerName = (power: Power): string => m.axisallies_power({ power });
export const unitName = (unit: UnitKind): string => m.axisallies_unit({ unit });

/** “3 infantry, 1 fighter” */
export function armyWords(army: Army): string {
  return kindsOf(army)
    .map(([unit, count]) => m.axisallies_units({ unit, count }))
    .join(', ');
}

/** The cargo of a transport: “2 infantry”; units that are not its owner's are named with their power. */
export function cargoWords(load: Load, owner: Power | null): string {
  const words = powers.flatMap((power) => {
    const army = load[power];
    return kindsOf(army).map(([unit, count]) => {
      const units = m.axisallies_units({ unit, count });
      return power === owner ? units : `${units} (${powerName(power)})`;
    });
  });
  return words.join(', ') || m.axisallies_empty_ship();
}

/** What the transports of each zone have aboard, for those who point at it. */
export function cargoNotes(ships: Ship[]): Record<string, string[]> {
  const notes: Record<string, string[]> = {};
  for (const ship of ships) {
    if (ship.cargo.length === 0) continue;
    const units = cargoWords(loadOf(ship), powerOf(ship.owner));
    const lines = (notes[ship.zone] ??= []);
    const line = m.axisallies_aboard({ units });
    if (!lines.includes(line)) lines.push(line);
  }
  return notes;
}

/** An order as people give it: “buy 4 infantry”. */
export function orderWords(order: Order): string {
  const { unit } = order;
  const words = m.axisallies_order({
    kind: wordsOf(order),
    n: order.n,
    units: unit ? m.axisallies_units({ unit, count: order.n }) : '',
    from: order.from ? spaceName(order.from) : '',
    to: order.to ? spaceName(order.to) : '',
    cargo: cargoWords(order.cargo, order.power),
  });
  return order.via ? m.axisallies_via({ order: words, space: spaceName(order.via) }) : words;
}

function wordsOf({ kind, to }: Order): string {
  if (kind === 'retreat' && !to) return 'break_off';
  return kind === 'lose_as_usual' ? 'as_usual' : kind;
}

export function describe(table: Table, index: number): string {
  const played = table.moves[index];
  if (!played) return '';
  const order = playedOrder(played.data);
  const words = m.axisallies_described({
    power: powerName(powerOf(played.seat)),
    order: order ? orderWords(order) : (played.move ?? ''),
  });
  return words.endsWith('.') ? words : `${words}.`;
}

/** Aircraft that have to land, by where they are: “2 fighters over Ukraine S.S.R.” */
export function aloftWords(aloft: Aloft[]): string {
  return listed(
    aloft.map(({ kind, count, space }) =>
      m.axisallies_aloft_over({ units: m.axisallies_units({ unit: kind, count }), space: spaceName(space) }),
    ),
  );
}

/** Whose turn it is, by the name of the power. */
export function statusWords(table: Table): string | null {
  if (table.status !== 'playing' || table.to_move === null) return null;
  const power = powerName(powerOf(table.to_move));
  if (!table.seats[table.to_move]?.you) return m.axisallies_status_theirs({ power });
  return viewOf(table).power === table.to_move
    ? m.axisallies_status_yours({ power })
    : m.axisallies_status_answer({ power });
}

/** A chance in whole percent, never rounded to certainty. */
export function percent(chance: number): string {
  const whole = Math.min(99, Math.max(1, Math.round(chance * 100)));
  const shown = chance <= 0 ? 0 : chance >= 1 - 1e-9 ? 100 : whole;
  return new Intl.NumberFormat(language.current, { style: 'percent' }).format(shown / 100);
}

export function signed(number: number, digits = 0): string {
  return numberText(number, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The badge of a battle: the attacker's chance, and where there is room the word for it. */
export function oddsBadge(odds: BattleOdds, long = false): string {
  const word = m.axisallies_word({ word: odds.word });
  if (odds.word === 'blitz') return word;
  const take = percent(odds.take);
  return long && word ? m.axisallies_odds_badge_word({ take, word }) : m.axisallies_odds_badge({ take });
}

export function oddsSentence(odds: BattleOdds): string {
  return m.axisallies_odds_line({
    take: percent(odds.take),
    loss: percent(odds.loss + odds.draw),
    swing: signed(odds.swing, 1),
  });
}

export const spacesWords = (spaces: string[], more: string[] = []): string =>
  listed([...spaces.map(spaceName), ...more]);
