/**
 * How many games a tournament between programs has: `seats` is the number of sides of a table, at which two
 * programs sit in turn, each in every place.
 */
export function gamesOf(format: string, agents: number, games: number, sides: number): number {
  const pairings = format === 'round-robin' ? (agents * (agents - 1)) / 2 : agents - 1;
  const each = sides > 2 ? 2 * sides : 2;
  return Math.max(0, pairings) * each * Math.ceil(games / each);
}

/** Points of a curve as a path in a box of this size, and the ends of its values. */
export function curvePath(
  points: readonly (readonly number[])[],
  [low, high]: readonly [number, number],
  width: number,
  height: number,
): string {
  const last = points.at(-1)?.[0] ?? 1;
  const first = points[0]?.[0] ?? 0;
  const x = (step: number) => (last === first ? width / 2 : ((step - first) / (last - first)) * width);
  const y = (value: number) => (high === low ? height / 2 : height - ((value - low) / (high - low)) * height);
  return points
    .map(([step = 0, value = 0], i) => `${i ? 'L' : 'M'}${x(step).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
}
