import type { Component } from 'svelte';
import { gameNamed } from '../lib/games';
import { face as plain } from './plain/face';
import type { GameEntry, GameFace, GamePage } from './types';

/** Every folder here with an `index.ts` is a game: its name → what it declares. A game without one brings its board in its package, or is played as text. */
const entries = Object.fromEntries(
  Object.entries(import.meta.glob<GameEntry>('./*/index.ts', { eager: true, import: 'default' })).map(
    ([path, entry]) => [path.split('/')[1] ?? '', entry],
  ),
);
const loaded = new Map<string, GameFace>();

/** Gets a game's board. A page asks for it before it shows anything of the game. */
export async function loadFace(game: string): Promise<GameFace> {
  const known = loaded.get(game) ?? (await entries[game]?.face()) ?? (await broughtFace(game));
  loaded.set(game, known);
  return known;
}

async function broughtFace(name: string): Promise<GameFace> {
  const game = await gameNamed(name);
  return game.board === null ? plain : (await import('./outside/face')).outsideFace(game);
}

/** The board of a game that was loaded. */
export function faceOf(game: string): GameFace {
  return loaded.get(game) ?? plain;
}

/** The drawing of a game of ours. */
export function emblemOf(game: string): Component | null {
  return entries[game]?.Emblem ?? null;
}

/** The pages a game has besides its tables. */
export function pagesOf(game: string): readonly GamePage[] {
  return entries[game]?.pages ?? [];
}

/** The page of some game at a path. */
export function pageAt(path: string): GamePage | null {
  const pages = Object.values(entries).flatMap((entry) => entry.pages ?? []);
  return pages.find((page) => page.path === path.replace(/(.)\/$/, '$1')) ?? null;
}
