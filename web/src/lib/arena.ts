import { m } from '../paraglide/messages';
import { say } from './language.svelte';
import { programTitle } from './names';
import { numberText } from './numbers';
import { to } from './site';
import type { Game, TournamentSummary } from './types';

/** The level whose spec, or name, this is. */
export function levelOf({ levels }: Pick<Game, 'levels'>, agent: string) {
  return levels.find(({ name, spec }) => name === agent || spec === agent);
}

/** What pages call a program: the title of its level, or of its family with what it sets. */
export function agentTitle(game: Game | null, agent: string): string {
  const level = game && levelOf(game, agent);
  if (level) return m.level_option({ character: say(level.character), level: say(level.title) });
  const parameters = agent.includes(':') ? agent.slice(agent.indexOf(':') + 1) : '';
  const title = programTitle(game, agent);
  return parameters ? `${title} (${parameters})` : title;
}

/** The families of agents that are no level of the game as they stand. */
export function plainFamilies({ agents, levels }: Pick<Game, 'agents' | 'levels'>) {
  return agents.filter(({ name }) => !levels.some(({ spec }) => spec === name));
}

/** The href of a program's page. */
export function programPath(game: Game | string, agent: string): string {
  const name = typeof game === 'string' ? game : game.name;
  const known = typeof game === 'string' ? agent : (levelOf(game, agent)?.name ?? agent);
  return to(`/arena/${encodeURIComponent(name)}/${encodeURIComponent(known)}`);
}

const statuses: Record<TournamentSummary['status'], () => string> = {
  playing: m.arena_status_playing,
  finished: m.arena_status_finished,
  cancelled: m.arena_status_cancelled,
  failed: m.arena_status_failed,
  stopped: m.arena_status_stopped,
};

export const statusText = (status: TournamentSummary['status']): string => statuses[status]();

const formats: Record<string, () => string> = {
  'round-robin': m.arena_format_round_robin,
  gauntlet: m.arena_format_gauntlet,
  ladder: m.arena_format_ladder,
  'free-for-all': m.arena_format_free_for_all,
};

export const formatText = (format: string): string => formats[format]?.() ?? format;

export type Ends = readonly (number | null)[];

/** An interval as text; an end it does not have is left open, and a dash stands for none at all. */
export function intervalText(ends: Ends | null, write: (value: number) => string): string {
  if (!ends || ends.every((end) => end === null)) return '–';
  const [low, high] = ends.map((end) => (end === null || end === undefined ? '…' : write(end)));
  return `${low} – ${high}`;
}

export const whole = (value: number): string => numberText(value, { maximumFractionDigits: 0 });
export const percent = (value: number): string =>
  numberText(value, { style: 'percent', maximumFractionDigits: 0 });
export const fine = (value: number): string =>
  numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
/** A number of wins, of which a tie is a part. */
export const wins = (value: number): string => numberText(value, { maximumFractionDigits: 1 });
/** Milliseconds: whole numbers where they are large. */
export const duration = (value: number): string =>
  numberText(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
