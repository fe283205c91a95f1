import { usualLevel } from '../lib/start';
import { agentSpec, defaults } from '../lib/spec';
import type { Game, SeatKind, SeatRequest, Value } from '../lib/types';

export const CUSTOM = 'custom';

/** A seat of the table being prepared. */
export interface Place {
  kind: SeatKind;
  name: string;
  /** A level of the game, or `custom`. */
  level: string;
  family: string;
  params: Record<string, Value>;
}

function place(game: Game, kind: SeatKind, name = ''): Place {
  const family = game.agents[0];
  return {
    kind,
    name,
    level: usualLevel(game),
    family: family?.name ?? '',
    params: defaults(family?.params ?? []),
  };
}

export function firstSeating(game: Game, name: string): Place[] {
  return [
    place(game, 'person', name),
    ...Array.from({ length: game.seats.min - 1 }, () => place(game, 'program')),
  ];
}

export function oneMore(game: Game, places: Place[]): Place[] {
  return [...places, place(game, 'program')];
}

/** Everybody moves one seat on; with two seats, they swap. */
export function turned<T>(places: T[]): T[] {
  return [...places.slice(1), ...places.slice(0, 1)];
}

export function request(
  game: Game,
  { kind, name, level, family, params }: Place,
  guest: string,
): SeatRequest {
  if (kind === 'open') return { kind };
  if (kind === 'person') return { kind, name: name.trim() || guest };
  if (level !== CUSTOM) return { kind, agent: level };
  const chosen = game.agents.find((agent) => agent.name === family);
  return { kind, agent: chosen ? agentSpec(chosen, params) : family };
}
