import { mixedLevels, usualProgram } from '../lib/company';
import { agentSpec, defaults } from '../lib/spec';
import type { Game, SeatKind, SeatRequest, Value } from '../lib/types';

export const CUSTOM = 'custom';

/** A seat of the table being prepared. */
export interface Place {
  kind: SeatKind;
  name: string;
  /** The name of a program, where it is not that of its character. */
  alias: string;
  /** A level of the game, or `custom`. */
  level: string;
  family: string;
  params: Record<string, Value>;
}

function place(game: Game, kind: SeatKind, level: string, name = ''): Place {
  const usual = usualProgram(game);
  const family = game.agents.find((agent) => agent.name === usual) ?? game.agents[0];
  return {
    kind,
    name,
    alias: '',
    level,
    family: family?.name ?? '',
    params: defaults(family?.params ?? []),
  };
}

export function firstSeating(game: Game, name: string): Place[] {
  const levels = mixedLevels(game, game.seats.usual - 1);
  return [
    place(game, 'person', mixedLevels(game, 1)[0] ?? '', name),
    ...levels.map((level) => place(game, 'program', level)),
  ];
}

/** The number of seats that these options fix; null where they leave it open. */
export function fixedSeats(game: Pick<Game, 'seats'>, options: Record<string, Value>): number | null {
  const by = game.seats.by;
  return by ? (by.seats[String(options[by.option])] ?? null) : null;
}

/** Gives these seats to a person and the others to programs, which keep their settings. */
export function seatedAt(
  game: Game,
  places: Place[] | null,
  mine: number[],
  name: string,
  count = game.seats.usual,
): Place[] {
  const level = game.levels.length > 0 ? usualProgram(game) : CUSTOM;
  return Array.from({ length: count }, (_, seat) => {
    const before = places?.[seat] ?? place(game, 'program', level, name);
    return { ...before, kind: mine.includes(seat) ? 'person' : 'program', name };
  });
}

/** The choice whose seats are exactly those of persons; null where there is none. */
export function seatingOf<T extends { seats: number[] }>(choices: T[], places: Place[]): T | null {
  const persons = places.flatMap(({ kind }, seat) => (kind === 'person' ? [seat] : []));
  return (
    choices.find(
      ({ seats }) => seats.length === persons.length && seats.every((seat) => persons.includes(seat)),
    ) ?? null
  );
}

export function oneMore(game: Game, places: Place[]): Place[] {
  const level = mixedLevels(game, places.length).at(-1) ?? '';
  return [...places, place(game, 'program', level)];
}

/** Moves everybody one seat on; with two seats, they swap. */
export function turned<T>(places: T[]): T[] {
  return [...places.slice(1), ...places.slice(0, 1)];
}

/** How many people these seats are for: seats with one name belong to one person, an open seat to another. */
export function peopleAt(seats: SeatRequest[]): number {
  const names = seats.flatMap(({ kind, name }) => (kind === 'person' ? [name ?? ''] : []));
  return new Set(names).size + seats.filter(({ kind }) => kind === 'open').length;
}

export function request(
  game: Game,
  { kind, name, alias, level, family, params }: Place,
  guest: string,
): SeatRequest {
  if (kind === 'open') return { kind };
  if (kind === 'person') return { kind, name: name.trim() || guest };
  const chosen = game.agents.find((agent) => agent.name === family);
  const agent = level !== CUSTOM ? level : chosen ? agentSpec(chosen, params) : family;
  return alias.trim() ? { kind, agent, name: alias.trim() } : { kind, agent };
}
