import type { Component } from 'svelte';
import { gameNamed } from '../lib/games';
import { face as plain } from './plain/face';
import type { GameEntry, GameFace, GamePage } from './types';

/**
 * The games with a folder here, by name. Other games bring a board in their package, or are played as text.
 */
const entries = Object.fromEntries(
  Object.entries(import.meta.glob<GameEntry>('./*/index.ts', { eager: true, import: 'default' })).map(
    ([path, entry]) => [path.split('/')[1] ?? '', entry],
  ),
);
const loaded = new Map<string, GameFace>();

/** Loads the board of a game. Pages call it before they show anything of the game. */
export async function loadFace(game: string): Promise<GameFace> {
  const known = loaded.get(game) ?? (await entries[game]?.face()) ?? (await loadExternalFace(game));
  loaded.set(game, known);
  return known;
}

async function loadExternalFace(name: string): Promise<GameFace> {
  const game = await gameNamed(name);
  return game.board === null ? plain : (await import('./outside/face')).outsideFace(game);
}

/** The board of a game, once it is loaded; until then the plain one. */
export function faceOf(game: string): GameFace {
  return loaded.get(game) ?? plain;
}

/** The drawing of a game that has a folder here. */
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
