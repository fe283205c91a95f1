import { powers, type Power } from './powers';

export interface Line {
  power: Power;
  points: { round: number; x: number; y: number; value: number }[];
  /** Where its name stands, out of the way of the others. */
  label: number;
}

export interface Plot {
  lines: Line[];
  levels: { value: number; y: number }[];
  rounds: { round: number; x: number }[];
}

const GAP = 12;

/**
 * Production of the powers over the rounds as lines in a field of this size; `last` is how things stand now.
 */
export function plotOf(history: number[][], width: number, height: number): Plot {
  const most = Math.max(10, ...history.flat());
  const top = Math.ceil(most / 10) * 10;
  const last = Math.max(1, history.length - 1);
  const x = (round: number) => (round / last) * width;
  const y = (value: number) => height - (value / top) * height;
  const lines = powers.slice(0, history[0]?.length).map((power, seat): Line => {
    const points = history.map((row, round) => ({
      round,
      x: x(round),
      y: y(row[seat] ?? 0),
      value: row[seat] ?? 0,
    }));
    return { power, points, label: points.at(-1)?.y ?? 0 };
  });
  spread(lines, height);
  const step = top > 40 ? 20 : 10;
  const every = Math.max(1, Math.ceil(history.length / 8));
  return {
    lines,
    levels: Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => ({
      value: i * step,
      y: y(i * step),
    })),
    rounds: history.flatMap((_, round) => (round % every === 0 ? [{ round, x: x(round) }] : [])),
  };
}

/** Labels that would lie on each other are moved apart, in the order in which they stand. */
function spread(lines: Line[], height: number): void {
  const sorted = [...lines].sort((one, other) => one.label - other.label);
  for (let i = 1; i < sorted.length; i++) {
    sorted[i]!.label = Math.max(sorted[i]!.label, sorted[i - 1]!.label + GAP);
  }
  const over = (sorted.at(-1)?.label ?? 0) - height;
  if (over <= 0) return;
  sorted.at(-1)!.label -= over;
  for (let i = sorted.length - 2; i >= 0; i--) {
    sorted[i]!.label = Math.min(sorted[i]!.label, sorted[i + 1]!.label - GAP);
  }
}
