import { say } from '../lib/language.svelte';
import type { Game, LobbyEntry, Value } from '../lib/types';
import { valueWords } from '../lib/values';
import { m } from '../paraglide/messages';

/** The people and programs at a table that have a name. */
export function namesOf({ seats }: Pick<LobbyEntry, 'seats'>): string[] {
  return seats.flatMap(({ kind, name }) => (kind !== 'open' && name ? [name] : []));
}

/** How many seats are free. */
export function freeSeats({ seats }: Pick<LobbyEntry, 'seats'>): number[] {
  return seats.flatMap(({ kind, kept_for: kept, seat }) => (kind === 'open' && kept === null ? [seat] : []));
}

/** The options of a table that differ from the usual ones, or the name of its preset. */
export function optionWords(game: Game, options: Record<string, Value>): string {
  const preset = game.presets.find(({ options: sets }) =>
    Object.entries(sets).every(([name, value]) => options[name] === value),
  );
  if (preset) return say(preset.title) === say(game.title) ? m.lobby_usual() : say(preset.title);
  const changed = game.options.filter(({ name, default: usual }) => options[name] !== usual);
  if (!changed.length) return m.lobby_usual();
  return changed
    .map((setting) => {
      const value = options[setting.name]!;
      if (setting.kind !== 'switch') return `${say(setting.title)}${m.colon()} ${valueWords(setting, value)}`;
      return value === true ? say(setting.title) : `${say(setting.title)}${m.colon()} –`;
    })
    .join(', ');
}
