import type { AgentFamily, Game, Setting, Value } from './types';

/** The spec of an agent: its name, and the parameters that differ from their defaults. */
export function agentSpec(family: AgentFamily, values: Record<string, Value>): string {
  const chosen = family.params
    .filter(({ name, default: usual }) => values[name] !== undefined && values[name] !== usual)
    .map(({ name }) => `${name}=${values[name]}`);
  return chosen.length ? `${family.name}:${chosen.join(',')}` : family.name;
}

/** The family of agents behind a spec or a level. */
export function familyOf({ levels }: Pick<Game, 'levels'>, agent: string): string {
  const spec = levels.find(({ name }) => name === agent)?.spec ?? agent;
  return spec.split(':', 1)[0] ?? spec;
}

/** The parameters that a spec sets, by name. */
export function parametersOf({ levels }: Pick<Game, 'levels'>, agent: string): Record<string, string> {
  const spec = levels.find(({ name }) => name === agent)?.spec ?? agent;
  const pairs = spec.includes(':') ? spec.slice(spec.indexOf(':') + 1).split(',') : [];
  return Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0] ?? pair, pair.split('=')[1] ?? '']));
}

export function defaults(settings: Setting[]): Record<string, Value> {
  return Object.fromEntries(settings.map(({ name, default: usual }) => [name, usual]));
}

/** The options people expect when they just say the name of a game, which depends on their language. */
export function usualOptions(
  { options, presets }: Pick<Game, 'options' | 'presets'>,
  language: string,
): Record<string, Value> {
  const usual = presets.find(({ usual_in }) => usual_in.includes(language));
  return { ...defaults(options), ...usual?.options };
}
