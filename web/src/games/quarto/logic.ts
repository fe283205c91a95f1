/** Pure helpers of the Quarto board: reading squares, pieces and moves; which gifts are dangerous. */
import { viewOf as viewOfGame, type Shown, type ViewOf } from '../../lib/views';

export type Piece = string;
export type Square = string;

export type QuartoView = ViewOf<'quarto'>;

export const viewOf = (shown: Shown): QuartoView => viewOfGame('quarto', shown);

export const columns = ['a', 'b', 'c', 'd'] as const;
export const rows = ['1', '2', '3', '4'] as const;

/** In the order of `view.board`. */
export const squares: Square[] = rows.flatMap((row) => columns.map((column) => column + row));

/** All sixteen, blue before red, tall before short: the order of the tray. */
export const pieces: Piece[] = Array.from({ length: 16 }, (_, i) => (15 - i).toString(2).padStart(4, '0'));

export function indexOf(square: Square): number {
  return squares.indexOf(square);
}

export interface Traits {
  blue: boolean;
  tall: boolean;
  solid: boolean;
  square: boolean;
}

export function traits(piece: Piece): Traits {
  const [blue, tall, solid, square] = [...piece].map((bit) => bit === '1');
  return { blue: !!blue, tall: !!tall, solid: !!solid, square: !!square };
}

export interface Move {
  square: Square | null;
  gift: Piece | null;
}

/** Splits `b3-0110`, `-0110` or `b3`. */
export function parseMove(move: string): Move {
  const [square, gift] = move.split('-');
  return { square: square || null, gift: gift || null };
}

/** The squares on which a piece may be placed. */
export function legalSquares(legal: string[]): Set<Square> {
  return new Set(legal.flatMap((move) => parseMove(move).square ?? []));
}

/** The pieces that may be given after placing on `square` (null: the opening gift). */
export function legalGifts(legal: string[], square: Square | null): Set<Piece> {
  return new Set(
    legal
      .map(parseMove)
      .filter((move) => move.square === square)
      .flatMap((move) => move.gift ?? []),
  );
}

function lineIndices(withSquares: boolean): number[][] {
  const four = [0, 1, 2, 3];
  const lines = [
    ...four.map((row) => four.map((column) => 4 * row + column)),
    ...four.map((column) => four.map((row) => 4 * row + column)),
    four.map((i) => 5 * i),
    four.map((i) => 3 * i + 3),
  ];
  if (!withSquares) return lines;
  const corners = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => 4 * row + column));
  return [...lines, ...corners.map((corner) => [corner, corner + 1, corner + 4, corner + 5])];
}

/** Whether placing `piece` on some empty square completes a line. */
export function wins(board: (Piece | null)[], piece: Piece, withSquares: boolean): boolean {
  return lineIndices(withSquares).some((line) => {
    const standing = line.map((i) => board[i]).filter((there): there is Piece => !!there);
    if (standing.length !== 3) return false;
    return [0, 1, 2, 3].some((bit) => standing.every((other) => other[bit] === piece[bit]));
  });
}

/** The pieces of `left` that let their receiver win at once. */
export function dangerousGifts(board: (Piece | null)[], left: Piece[], withSquares: boolean): Set<Piece> {
  return new Set(left.filter((piece) => wins(board, piece, withSquares)));
}

/** The board as it would stand after placing. */
export function placed(board: (Piece | null)[], square: Square, piece: Piece): (Piece | null)[] {
  return board.map((there, i) => (squares[i] === square ? piece : there));
}

/** The piece that the move at `index` placed: the gift of the move before it. */
export function placedBy(moves: string[], index: number): Piece | null {
  const before = moves[index - 1];
  return before === undefined ? null : parseMove(before).gift;
}
