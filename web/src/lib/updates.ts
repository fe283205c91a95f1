import type { PlayedMove, Table, Update } from './types';

/** The table after an update; null where the update does not fit the table, which has to be fetched again. */
export function updated(table: Table, { since, events, revised, now }: Update): Table | null {
  if (now.seq === table.seq) return now.plies === table.moves.length ? { ...table, ...now } : null;
  if (since !== table.seq) return null;
  const moves = [...table.moves];
  for (const event of events) {
    if (event.kind === 'move') {
      const { seq, seat, move, data, agent } = event;
      moves.push({ seq, seat, move, data, agent });
    } else if (event.kind === 'takeback') moves.splice(Math.max(0, moves.length - event.count));
  }
  return moves.length === now.plies ? { ...table, ...now, moves: corrected(moves, revised) } : null;
}

/** The moves with those replaced that were hidden when they were played. */
function corrected(moves: PlayedMove[], revised: PlayedMove[]): PlayedMove[] {
  if (!revised.length) return moves;
  const known = new Map(revised.map((move) => [move.seq, move]));
  return moves.map((move) => known.get(move.seq) ?? move);
}
