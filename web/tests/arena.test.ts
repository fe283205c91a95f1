import { describe, expect, it } from 'vitest';
import { curvePath, gamesOf } from '../src/lib/figures';
import { match } from '../src/lib/routes';
import { familyOf, parametersOf } from '../src/lib/spec';

const game = { levels: [{ name: 'master', spec: 'mcts:iterations=200,prior=net' }] } as never;

describe('the size of a tournament', () => {
  it('counts two games per deal for two sides, and every place for more', () => {
    expect(gamesOf('round-robin', 4, 10, 2)).toBe(60);
    expect(gamesOf('gauntlet', 4, 10, 2)).toBe(30);
    expect(gamesOf('ladder', 3, 1, 4)).toBe(16);
  });
  it('needs two programs', () => {
    expect(gamesOf('round-robin', 1, 10, 2)).toBe(0);
    expect(gamesOf('ladder', 0, 10, 2)).toBe(0);
  });
});

describe('specs', () => {
  it('finds the family and the parameters behind a level', () => {
    expect(familyOf(game, 'master')).toBe('mcts');
    expect(parametersOf(game, 'master')).toEqual({ iterations: '200', prior: 'net' });
    expect(parametersOf(game, 'random')).toEqual({});
  });
});

describe('addresses of the arena', () => {
  it('has a page for a game and one for a program', () => {
    expect(match('/arena')).toEqual({ page: 'arena', game: null, agent: null });
    expect(match('/arena/nim/mcts%3Aiterations%3D2')).toEqual({
      page: 'arena',
      game: 'nim',
      agent: 'mcts:iterations=2',
    });
    expect(match('/arena/nim/a/b')).toEqual({ page: 'lost' });
  });
});

describe('curves', () => {
  it('fill their box from the first step to the last', () => {
    expect(curvePath([[1, 0], [3, 4]], [0, 4], 100, 50)).toBe('M0.0 50.0L100.0 0.0'); // prettier-ignore
  });
  it('are a point in the middle where nothing changes', () => {
    expect(curvePath([[1, 2]], [2, 2], 100, 50)).toBe('M50.0 25.0');
  });
});
