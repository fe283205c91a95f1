import { movesOf } from '../../lib/moves';
import { isYou, nameOf } from '../../lib/names';
import type { Table } from '../../lib/types';
import { m } from '../../paraglide/messages';
import { parseMove, placedBy, traits, type Piece, viewOf, type Square } from './logic';

const traitNames: Record<string, () => string> = {
  blue: m.quarto_blue,
  red: m.quarto_red,
  tall: m.quarto_tall,
  short: m.quarto_short,
  solid: m.quarto_solid,
  hollow: m.quarto_hollow,
  square: m.quarto_square,
  round: m.quarto_round,
};

export function traitWords(names: string[]): string {
  return names.map((name) => traitNames[name]?.() ?? name).join(', ');
}

/** “tall blue round hollow” */
export function pieceWords(piece: Piece): string {
  const { blue, tall, solid, square } = traits(piece);
  return [
    tall ? m.quarto_tall() : m.quarto_short(),
    blue ? m.quarto_blue() : m.quarto_red(),
    square ? m.quarto_square() : m.quarto_round(),
    solid ? m.quarto_solid() : m.quarto_hollow(),
  ].join(' ');
}

export function squareWords(square: Square, piece: Piece | null): string {
  return piece
    ? m.quarto_square_holds({ square, piece: pieceWords(piece) })
    : m.quarto_square_empty({ square });
}

/** “Victor places the tall blue round hollow piece on b3 and gives the short red square solid one.” */
export function describe(table: Table, index: number): string {
  const played = table.moves[index];
  if (!played) return '';
  const you = isYou(table, played.seat);
  const name = nameOf(table, played.seat);
  const { square, gift } = parseMove(played.move ?? '');
  const before = placedBy(movesOf(table), index);
  const piece = before ? pieceWords(before) : '';
  if (square && gift) {
    const data = { name, square, piece, gift: pieceWords(gift) };
    return you ? m.quarto_you_place_give(data) : m.quarto_name_places_gives(data);
  }
  if (square)
    return you ? m.quarto_you_place({ square, piece }) : m.quarto_name_places({ name, square, piece });
  const given = gift ? pieceWords(gift) : '';
  return you ? m.quarto_you_give({ gift: given }) : m.quarto_name_gives({ name, gift: given });
}

/**
 * A suggested move as a sentence: “Place the tall blue round hollow piece on b3 and give the short red square
 * solid one.”
 */
export function advise(move: string, table: Table): string {
  const { square, gift } = parseMove(move);
  const hand = viewOf(table).hand;
  const piece = hand ? pieceWords(hand) : '';
  const given = gift ? pieceWords(gift) : '';
  if (square && gift) return m.quarto_advise_place_give({ square, piece, gift: given });
  return square ? m.quarto_advise_place({ square, piece }) : m.quarto_advise_give({ gift: given });
}

/** Quarto's scores go from −1 (lost) to +1 (won). */
export function worth(value: number | null): string {
  if (value === null) return m.worth_unknown();
  if (value >= 0.95) return m.worth_wins();
  if (value >= 0.2) return m.worth_good();
  if (value > -0.2) return m.worth_even();
  if (value > -0.95) return m.worth_bad();
  return m.worth_loses();
}
