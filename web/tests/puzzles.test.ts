import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import stored from '../src/games/quarto/puzzles.json';
import { legalSquares, viewOf } from '../src/games/quarto/logic';
import { firstOpen, rememberSolved, solvedPuzzles, tableOf, type Puzzle } from '../src/games/quarto/puzzles';

const puzzles = stored as unknown as Puzzle[];

beforeEach(() => {
  const kept = new Map<string, string>();
  const getItem = (key: string) => kept.get(key) ?? null;
  vi.stubGlobal('localStorage', { getItem, setItem: (key: string, text: string) => kept.set(key, text) });
});
afterEach(() => void vi.unstubAllGlobals());

describe('puzzles', () => {
  it('are shown as a table at which you are to move', () => {
    for (const puzzle of puzzles) {
      const table = tableOf(puzzle);
      expect(viewOf(table).hand).not.toBeNull();
      expect(table.legal).toContain(puzzle.solution);
      expect(legalSquares(table.legal).size).toBe(viewOf(table).board.filter((one) => one === null).length);
    }
  });

  it('go on with the first that is not solved', () => {
    expect(firstOpen(puzzles, solvedPuzzles())).toBe(0);
    rememberSolved(puzzles[0]!.position);
    rememberSolved(puzzles[2]!.position);
    expect(firstOpen(puzzles, solvedPuzzles())).toBe(1);
  });

  it('begin again when all are solved', () => {
    for (const { position } of puzzles) rememberSolved(position);
    expect(firstOpen(puzzles, solvedPuzzles())).toBe(0);
  });
});
