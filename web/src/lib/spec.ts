import type { AgentFamily, Game, Setting, Value } from './types';

/** The spec of an agent: its name, and the parameters that differ from their defaults. */
export function agentSpec(family: AgentFamily, values: Record<string, Value>): string {
  const chosen = family.params
    .filter(({ name, default: usual }) => values[name] !== undefined && values[name] !== usual)
    .map(({ name }) => `${name}=${values[name]}`);
  return chosen.length ? `${family.name}:${chosen.join(',')}` : family.name;
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
