import type { Own } from '../lib/types';

/** How somebody fares against one opponent in a game: a program by its level, a person by their name. */
export interface Against {
  game: string;
  name: string | null;
  agent: string | null;
  played: number;
  won: number;
}

/** The opponents of these results, those met most often first. Partners are none. */
export function byOpponent(results: Own['results']): Against[] {
  const met = new Map<string, Against>();
  for (const { game, share, others } of results) {
    const seen = new Set<string>();
    for (const { name, agent, partner } of others) {
      const key = `${game}/${agent ? `program ${agent}` : `person ${name ?? ''}`}`;
      if (partner || seen.has(key)) continue;
      seen.add(key);
      const one = met.get(key) ?? { game, name: agent ? null : name, agent, played: 0, won: 0 };
      met.set(key, { ...one, played: one.played + 1, won: one.won + share });
    }
  }
  return [...met.values()].sort((a, b) => b.played - a.played);
}
