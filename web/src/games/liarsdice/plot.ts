/** The geometry of the plot of everybody's dice. */

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  rounds: number;
  most: number;
  seats: number;
}

/** Lines can be told apart without colour, too. */
export const dashes = ['', '7 4', '2 4', '10 3 2 3', '4 3', '12 4', '1 5', '8 3 1 3 1 3'];

const APART = 1.7;

/**
 * The line of a seat, up to the round in which its last die goes. Lines that would cover each other run side
 * by side.
 */
export function polyline(frame: Frame, dice: number[], seat: number): string {
  const end = dice.indexOf(0);
  const shift = (seat - (frame.seats - 1) / 2) * APART;
  const across = (frame.width - frame.left - frame.right) / frame.rounds;
  const up = (frame.height - frame.top - frame.bottom) / frame.most;
  return dice
    .slice(0, end < 0 ? dice.length : end + 1)
    .map((n, round) => {
      const x = frame.left + across * round;
      const y = frame.height - frame.bottom - up * n + shift;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
