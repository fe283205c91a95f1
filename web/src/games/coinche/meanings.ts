/** What calls show: which sheet a seat bids by, and its figures in words. */
import { numberText } from '../../lib/numbers';
import { familyOf, parametersOf } from '../../lib/spec';
import type { Game, Seat } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Call, Denomination, ShownCards } from './logic';
import { denominationWords } from './words';

/** How the calls of a seat can be read: by the sheet of its program, by that of most people, or not at all. */
export type Reading = ShownCards['sheet'] | 'person' | 'random' | 'unknown';

/** How the calls of a seat can be read. */
export function readingOf(
  game: Pick<Game, 'levels' | 'agents'>,
  { kind, agent }: Pick<Seat, 'kind' | 'agent'>,
): Reading {
  if (kind !== 'program' || !agent) return 'person';
  const name = familyOf(game, agent);
  const given = parametersOf(game, agent);
  if (name === 'net') return given.model === undefined ? 'net' : 'unknown';
  const family = game.agents.find((one) => one.name === name);
  const usual = family?.params.find((one) => one.name === 'bids')?.default;
  const bids = given.bids ?? usual;
  if (bids === 'net' || bids === 'natural' || bids === 'table' || bids === 'plain' || bids === 'random')
    return bids;
  return 'unknown';
}

/** What a call shows, in a sentence. */
export function meaningWords(
  { denomination, shows }: Pick<Call, 'denomination' | 'shows'>,
  by: Reading,
): string {
  if (by === 'random') return m.coinche_shows_chance();
  if (by === 'unknown') return m.coinche_shows_unknown();
  const found = shows.find(({ sheet }) => sheet === (by === 'person' ? 'natural' : by));
  if (!found) return by === 'person' || by === 'natural' ? m.coinche_shows_unused() : m.coinche_shows_rare();
  const { trumps, jack, nine } = found;
  const aces = averageText(found.aces);
  if (trumps === null || !denomination) return m.coinche_shows_flat({ jack, nine, aces });
  const suit = denominationWords(denomination as Denomination);
  return m.coinche_shows_suit({ trumps: averageText(trumps), suit, jack, nine, aces });
}

/** By what a call is read, and how far that can be trusted. */
export function sourceWords(by: Reading): string {
  return m.coinche_read_by({ by });
}

const averageText = (value: number) => numberText(value, { minimumFractionDigits: 1 });
