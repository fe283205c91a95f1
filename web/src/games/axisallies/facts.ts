import type { UnitKind } from './units';

/** Attack, defence and range of each unit, as in the file of the board (a test compares them). */
export const facts: Record<UnitKind, [attack: number, defence: number, move: number]> = {
  infantry: [1, 2, 1],
  armor: [3, 2, 2],
  fighter: [3, 4, 4],
  bomber: [4, 1, 6],
  aa_gun: [0, 0, 1],
  industrial_complex: [0, 0, 0],
  battleship: [4, 4, 2],
  carrier: [1, 3, 2],
  transport: [0, 1, 2],
  submarine: [2, 2, 2],
  marine: [1, 2, 1],
  destroyer: [2, 2, 2],
};
