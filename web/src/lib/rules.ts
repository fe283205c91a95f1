import { api } from './api';
import type { Rules } from './types';

/** The parser is not needed to play, so it is no part of any page. */
const loadRenderer = () => import('../components/Markdown.svelte');
type Renderer = Awaited<ReturnType<typeof loadRenderer>>['default'];

const loaded = new Map<string, Promise<[Rules, Renderer]>>();

/**
 * The rules of a game, and what shows them. Once loaded, both stay readable without a network, also where there
 * is no service worker to keep them.
 */
export function rulesOf(game: string, language: string): Promise<[Rules, Renderer]> {
  const key = `${game} ${language}`;
  const known = loaded.get(key);
  if (known) return known;
  const asked = load(game, language);
  loaded.set(key, asked);
  asked.catch(() => loaded.delete(key));
  return asked;
}

async function load(game: string, language: string): Promise<[Rules, Renderer]> {
  const [rules, { default: renderer }] = await Promise.all([api.rules(game, language), loadRenderer()]);
  return [rules, renderer];
}
