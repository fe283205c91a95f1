import { spaces, type Place, type Spot } from './geography';
import { broken, type Measure } from './labels';
import { powers, type Power } from './powers';
import { pieces, strength, type Army } from './units';
import type { Forces } from './words';

/** Sizes and places, in pixels, of what keeps its size while the map is zoomed. */
export interface Layout {
  /** The size of a unit's symbol. */
  symbol: number;
  /** Armies are shown by one number each. */
  far: boolean;
  names: Name[];
  factories: Sign[];
  stacks: StackSign[];
}

export interface Name {
  id: string;
  place: Place;
  x: number;
  y: number;
  lines: string[];
  font: number;
  sea: boolean;
  /**
   * The middle of the coin with the space's value, from the middle of the name; null where it is worth
   * nothing.
   */
  coin: Spot | null;
}

export interface Sign {
  id: string;
  x: number;
  y: number;
}

export interface StackSign extends Sign {
  power: Power;
  army: Army;
  /** The land the army stands on, where it is drawn beside it. */
  tied: Spot | null;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** From here on armies are shown unit by unit, and seas by name. */
const NEAR = 0.2;
const SEAS_NAMED = 0.27;
/** Farther away only armies and capitals are to be seen. */
const TINIEST = 0.13;

export function layout(units: Forces, language: 'en' | 'fr', scale: number, measure: Measure): Layout {
  const symbol = Math.min(28, scale < TINIEST ? 11 : Math.max(15, 12.5 + 15 * scale));
  const far = scale < NEAR;
  const names = spaces.flatMap(([id, place]) => named(id, place, place[language], scale, measure) ?? []);
  const taken: Box[] = names.map((name) => boxOf(name, measure));
  for (const [i, name] of names.entries()) {
    // A coin above its name goes below it where another name is in the way.
    if (!name.coin || name.coin[1] >= 0 || name.lines.length === 0) continue;
    if (!taken.some((other, at) => at !== i && common(taken[i]!, other) > 0)) continue;
    name.coin = [name.coin[0], -name.coin[1]];
    taken[i] = boxOf(name, measure);
  }
  for (const [, { city }] of spaces) {
    if (city) taken.push(square(city[0] * scale, city[1] * scale, symbol * 0.9));
  }
  const factories = spaces.flatMap(([id, place]): Sign[] => {
    if (scale < TINIEST || !powers.some((power) => (units[id]?.[power]?.industrial_complex ?? 0) > 0))
      return [];
    const side = symbol * 1.2;
    const [x, y] = free([place.mark ?? place.label, ...place.stacks], scale, side, side, taken);
    return [{ id, x, y }];
  });
  const armies = spaces.flatMap(([id, place]) =>
    powers.flatMap((power) => {
      const army = units[id]?.[power];
      return army && strength(army) > 0 ? [{ id, place, power, army, ...stackSize(army, symbol, far) }] : [];
    }),
  );
  // The largest first: they have least choice.
  armies.sort((one, other) => other.width * other.height - one.width * one.height);
  const stacks = armies.map(({ id, place, power, army, width, height }): StackSign => {
    const name = names.find((name) => name.id === id);
    const half = name ? (name.lines.length * name.font * 1.08 + height) / 2 + 2 : 0;
    const beside: Spot[] = place.tiny
      ? []
      : [
          [place.label[0], place.label[1] + half / scale],
          [place.label[0], place.label[1] - half / scale],
        ];
    const [x, y] = free([...place.stacks, ...beside], scale, width, height, taken);
    const mark = place.tiny ? place.mark : undefined;
    return { id, power, army, x, y, tied: mark ? [mark[0] * scale, mark[1] * scale] : null };
  });
  return { symbol, far, names, factories, stacks };
}

/** How large one power's units in one space are drawn. */
export function stackSize(
  army: Army,
  symbol: number,
  far: boolean,
): { width: number; height: number; columns: number } {
  if (far) return { width: symbol * (strength(army) > 9 ? 2.15 : 1.7), height: symbol * 1.26, columns: 1 };
  const count = pieces(army).length;
  const columns = count <= 2 ? count : count <= 4 ? 2 : 3;
  return {
    columns,
    width: columns * symbol * 1.58 + symbol * 0.46,
    height: Math.ceil(count / columns) * symbol * 1.14 + symbol * 0.24,
  };
}

function named(id: string, place: Place, text: string, scale: number, measure: Measure): Name | null {
  const sea = place.ipc === undefined;
  if (scale < (sea ? SEAS_NAMED : TINIEST)) return null;
  const least = sea ? 10 : 9;
  const most = Math.max(least, Math.min(sea ? 16 : 18, (sea ? 7.5 : 8.5) + 11 * scale));
  const coin = (place.ipc ?? 0) > 0;
  const [x, y] = [place.label[0] * scale, place.label[1] * scale];
  for (let font = most; font >= least; font -= 0.75) {
    const room = place.tiny || place.beside ? (scale > NEAR ? Infinity : 0) : place.width * scale * 1.04;
    // The coin before the name, or above it where that is all the room there is.
    const gap = coin ? font * 1.9 : 0;
    const lines = broken(text, font, room - gap, 3, measure);
    if (lines) {
      const widest = Math.max(...lines.map((line) => measure(line, font)));
      return { id, place, x: x + gap / 2, y, lines, font, sea, coin: coin ? [-widest / 2 - font, 0] : null };
    }
    const below = broken(text, font, room, 2, measure);
    if (below)
      return { id, place, x, y, lines: below, font, sea, coin: [0, -font * (0.95 + 0.54 * below.length)] };
  }
  return coin ? { id, place, x, y, lines: [], font: least, sea, coin: [0, 0] } : null;
}

function square(x: number, y: number, side: number): Box {
  return { left: x - side / 2, right: x + side / 2, top: y - side / 2, bottom: y + side / 2 };
}

function boxOf({ x, y, lines, font, coin }: Name, measure: Measure): Box {
  const half = Math.max(0, ...lines.map((line) => measure(line, font))) / 2;
  const high = (Math.max(1, lines.length) * font * 1.08) / 2;
  const left = coin ? Math.min(-half, coin[0] - font * 0.8) : -half;
  const top = coin ? Math.min(-high, coin[1] - font * 0.8) : -high;
  const low = coin ? Math.max(high, coin[1] + font * 0.8) : high;
  return { left: x + left, right: x + Math.max(half, font * 0.8), top: y + top, bottom: y + low };
}

/** The first place where a sign covers nothing, or the one where it covers least; it is then taken. */
function free(spots: Spot[], scale: number, width: number, height: number, taken: Box[]): Spot {
  let best: Box | null = null;
  let least = Infinity;
  for (const [i, [x, y]] of spots.entries()) {
    const box = {
      left: x * scale - width / 2,
      right: x * scale + width / 2,
      top: y * scale - height / 2,
      bottom: y * scale + height / 2,
    };
    // The first places are the better ones.
    const cost = taken.reduce((sum, other) => sum + common(box, other), 0) + i * 0.015 * width * height;
    if (cost < least) [best, least] = [box, cost];
  }
  taken.push(best!);
  return [(best!.left + best!.right) / 2, (best!.top + best!.bottom) / 2];
}

function common(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
