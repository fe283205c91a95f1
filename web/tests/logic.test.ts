import { describe, expect, it } from 'vitest';
import {
  dangerousGifts,
  indexOf,
  legalGifts,
  legalSquares,
  parseMove,
  placed,
  placedBy,
  pieces,
  squares,
  traits,
  wins,
  type Piece,
} from '../src/games/quarto/logic';

function boardOf(standing: Record<string, Piece>): (Piece | null)[] {
  return squares.map((square) => standing[square] ?? null);
}

describe('notation', () => {
  it('orders squares as the API does', () => {
    expect(squares.slice(0, 5)).toEqual(['a1', 'b1', 'c1', 'd1', 'a2']);
    expect(indexOf('d4')).toBe(15);
  });

  it('knows sixteen different pieces', () => {
    expect(new Set(pieces).size).toBe(16);
    expect(traits('1011')).toEqual({ blue: true, tall: false, solid: true, square: true });
  });

  it('splits the three forms of a move', () => {
    expect(parseMove('b3-0110')).toEqual({ square: 'b3', gift: '0110' });
    expect(parseMove('-1011')).toEqual({ square: null, gift: '1011' });
    expect(parseMove('b3')).toEqual({ square: 'b3', gift: null });
  });

  it('finds the piece a move placed in the move before it', () => {
    expect(placedBy(['-1011', 'a1-0110', 'b2-0000'], 1)).toBe('1011');
    expect(placedBy(['-1011'], 0)).toBeNull();
  });
});

describe('legal moves', () => {
  const legal = ['a1-0000', 'a1-0001', 'b2-0000', 'c3'];

  it('lists the squares, winning ones included', () => {
    expect(legalSquares(legal)).toEqual(new Set(['a1', 'b2', 'c3']));
  });

  it('lists the gifts after a square', () => {
    expect(legalGifts(legal, 'a1')).toEqual(new Set(['0000', '0001']));
    expect(legalGifts(legal, 'b2')).toEqual(new Set(['0000']));
    expect(legalGifts(legal, 'c3').size).toBe(0);
  });

  it('lists opening gifts', () => {
    expect(legalGifts(['-1111', '-0000'], null)).toEqual(new Set(['1111', '0000']));
  });
});

describe('dangerous gifts', () => {
  it('sees a line of three with a shared trait', () => {
    const board = boardOf({ a1: '1100', b1: '0101', c1: '0110' });
    expect(wins(board, '1111', false)).toBe(true);
    expect(wins(board, '1011', false)).toBe(false);
  });

  it('sees both diagonals', () => {
    expect(wins(boardOf({ a1: '1000', b2: '1111', d4: '1001' }), '1110', false)).toBe(true);
    expect(wins(boardOf({ a4: '1000', b3: '1111', d1: '1001' }), '1110', false)).toBe(true);
  });

  it('counts two by two squares only with the option', () => {
    const board = boardOf({ b2: '1000', c2: '1111', b3: '1001' });
    expect(wins(board, '1110', false)).toBe(false);
    expect(wins(board, '1110', true)).toBe(true);
  });

  it('finds danger that a placement creates', () => {
    const board = boardOf({ a1: '0000', b1: '0011' });
    expect(dangerousGifts(board, ['0111'], false).size).toBe(0);
    expect(dangerousGifts(placed(board, 'd1', '0101'), ['0111', '1111'], false)).toEqual(new Set(['0111']));
  });

  it('ignores full lines', () => {
    const board = boardOf({ a1: '1100', b1: '0011', c1: '0101', d1: '1010' });
    expect(dangerousGifts(board, ['1111', '0000'], false).size).toBe(0);
  });
});
