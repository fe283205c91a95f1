import { api } from './api';
import type { Game } from './types';

const asked = new Map<string, Promise<Game>>();

/** The declaration of a game. It is fetched once: it does not change while the page is open. */
export function gameNamed(name: string): Promise<Game> {
  const known = asked.get(name);
  if (known) return known;
  const answer = api.game(name);
  asked.set(name, answer);
  answer.catch(() => asked.delete(name));
  return answer;
}
