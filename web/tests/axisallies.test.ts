import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  eastward,
  HEIGHT,
  lands,
  seas,
  spaces,
  spaceTowards,
  WIDTH,
  world,
} from '../src/games/axisallies/geography';
import { broken, guessed } from '../src/games/axisallies/labels';
import { layout } from '../src/games/axisallies/layout';
import { liveries, powers, type Owner } from '../src/games/axisallies/powers';
import { pieces, silhouettes, strength, unitKinds } from '../src/games/axisallies/units';
import {
  CLOSEST,
  centred,
  inSight,
  middle,
  opening,
  panned,
  settled,
  turnsSeen,
  zoomed,
} from '../src/games/axisallies/view';

const size = { width: 1200, height: 700 };

describe('the map', () => {
  it('has all spaces', () => {
    expect([lands.length, seas.length]).toEqual([70, 58]);
  });

  it('wraps around', () => {
    expect(eastward(100, WIDTH - 100)).toBe(-200);
    expect(eastward(WIDTH - 100, 100)).toBe(200);
  });

  it('can be walked by arrow keys, also across its sides', () => {
    expect(spaceTowards('western-usa', 1, 0)).toBe('eastern-usa');
    expect(spaceTowards('eastern-usa', -1, 0)).toBe('western-usa');
    expect(spaceTowards('germany', 1, 0)).toBe('eastern-europe');
    for (const [id] of spaces) {
      expect([spaceTowards(id, 0, 1), spaceTowards(id, 0, -1)].some((next) => next !== id)).toBe(true);
    }
  });
});

describe('the view', () => {
  it('fills the window, with its point in the middle', () => {
    const [x, y] = world.spaces.germany!.label;
    const view = opening(size, x, y);
    expect(view.scale * WIDTH).toBeGreaterThanOrEqual(size.width);
    expect(view.scale * HEIGHT).toBeGreaterThanOrEqual(size.height - 1e-6);
    expect(eastward(view.x + size.width / view.scale / 2, x)).toBeCloseTo(0);
  });

  it('keeps the point under the pointer while zooming', () => {
    const view = centred({ x: 0, y: 0, scale: 0.6 }, size, 3000, 1300);
    const near = zoomed(view, size, 1.7, 300, 200);
    expect(near.x + 300 / near.scale).toBeCloseTo(view.x + 300 / view.scale);
    expect(near.y + 200 / near.scale).toBeCloseTo(view.y + 200 / view.scale);
  });

  it('ends in the north and the south, never in the east and the west', () => {
    const view = opening(size, 3000, 1300);
    expect(panned(view, size, 0, 1e6).y).toBe(0);
    expect(panned(view, size, 0, -1e6).y).toBeCloseTo(HEIGHT - size.height / view.scale);
    const east = panned(view, size, -WIDTH * view.scale, 0);
    expect(east.x).toBeCloseTo(view.x);
  });

  it('cannot leave the world or zoom without limit', () => {
    expect(settled({ x: 0, y: 0, scale: 99 }, size).scale).toBe(CLOSEST);
    const far = settled({ x: 0, y: 0, scale: 0.001 }, size);
    expect(far.scale * WIDTH).toBeCloseTo(size.width);
    expect((far.y + size.height / far.scale / 2) / HEIGHT).toBeCloseTo(0.5);
  });

  it('keeps what matters clear of panels', () => {
    const [x, y] = world.spaces['anglo-egypt-sudan']!.label;
    const sheet = { left: 0, right: 0, bottom: size.height / 2 };
    const column = { left: 300, right: 0, bottom: 0 };
    for (const inset of [sheet, column]) {
      const view = opening(size, x, y, inset);
      const at = { x: eastward(view.x, x) * view.scale, y: (y - view.y) * view.scale };
      expect(inSight(at, size, inset, 40)).toBe(true);
      expect(middle(size, inset).x).toBeCloseTo(at.x);
    }
    // The far south can be brought above the sheet, too.
    const south = centred({ x: 0, y: 0, scale: 0.4 }, size, x, HEIGHT - 30, sheet);
    expect((HEIGHT - 30 - south.y) * south.scale).toBeLessThan(size.height - sheet.bottom);
    // Under the column is not in sight.
    expect(inSight({ x: 150, y: 200 }, size, column, 0)).toBe(false);
  });

  it('draws the copies that are visible', () => {
    expect(turnsSeen({ x: WIDTH / 2, y: 0, scale: 1 }, size)).toEqual([0]);
    expect(turnsSeen({ x: WIDTH - 100, y: 0, scale: 1 }, size)).toEqual([0, 1]);
    expect(turnsSeen({ x: 10, y: 0, scale: 1 }, size)).toEqual([-1, 0]);
  });
});

describe('names', () => {
  it('are broken into lines where necessary', () => {
    expect(broken('Western Europe', 10, 1000, 3, guessed)).toEqual(['Western Europe']);
    expect(broken('Western Europe', 10, 60, 3, guessed)).toEqual(['Western', 'Europe']);
    expect(broken('Kenya-Rhodesia', 10, 60, 3, guessed)).toEqual(['Kenya-', 'Rhodesia']);
    expect(broken('Western Europe', 10, 20, 3, guessed)).toBeNull();
  });

  it('appear when zooming in, in both languages', () => {
    for (const language of ['en', 'fr'] as const) {
      const shown = [0.15, 0.3, 0.6, 1.2].map(
        (scale) => layout({}, language, scale, guessed).names.filter(({ lines }) => lines.length > 0).length,
      );
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      expect(shown[0]).toBeLessThan(80);
      expect(shown[3]).toBeGreaterThanOrEqual(126);
    }
  });
});

interface BoardSpace {
  id: string;
  setup?: Record<string, Record<string, number>>;
}

const board = JSON.parse(readFileSync('../partie/games/axisallies/rules/board.json', 'utf8')) as {
  spaces: BoardSpace[];
  units: { id: string }[];
  powers: { id: string }[];
};
const setup = Object.fromEntries(board.spaces.map(({ id, setup }) => [id, setup ?? {}]));

describe('armies', () => {
  it('know the units and powers of the board', () => {
    expect([...unitKinds].sort()).toEqual([...board.units.map(({ id }) => id), 'artillery'].sort());
    expect([...powers]).toEqual(board.powers.map(({ id }) => id));
    expect(new Set(Object.values(silhouettes)).size).toBe(unitKinds.length);
  });

  it('are counted without their factory', () => {
    expect(strength({ infantry: 3, industrial_complex: 1 })).toBe(3);
    expect(pieces({ armor: 1, infantry: 2, bomber: 0 })).toEqual([
      ['infantry', 2],
      ['armor', 1],
    ]);
  });

  it('all have a place near their space, and zoomed in none covers another', () => {
    const { stacks, factories, symbol } = layout(setup, 'en', 1.2, guessed);
    const armies = board.spaces.flatMap(({ setup }) => Object.keys(setup ?? {}));
    expect(stacks.length).toBe(armies.length);
    expect(factories.length).toBe(8);
    for (const [i, one] of stacks.entries()) {
      const [x, y] = world.spaces[one.id]!.label;
      expect(Math.hypot(one.x - x * 1.2, one.y - y * 1.2)).toBeLessThan(700);
      for (const other of stacks.slice(i + 1)) {
        expect(Math.abs(one.x - other.x) > symbol || Math.abs(one.y - other.y) > symbol).toBe(true);
      }
    }
  });
});

// How people without one kind of cone see linear RGB (Machado and others, 2009, full severity).
const eyes = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanope: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranope: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanope: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function linear(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function through(eye: number[], rgb: number[]): number[] {
  return [0, 3, 6].map((row) =>
    Math.max(0, eye[row]! * rgb[0]! + eye[row + 1]! * rgb[1]! + eye[row + 2]! * rgb[2]!),
  );
}

/** Oklab: distances in it are about what eyes see. */
function oklab([r, g, b]: number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r! + 0.5363325363 * g! + 0.0514459929 * b!);
  const m = Math.cbrt(0.2119034982 * r! + 0.6806995451 * g! + 0.1073969566 * b!);
  const s = Math.cbrt(0.0883024619 * r! + 0.2817188376 * g! + 0.6299787005 * b!);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each(Object.entries(eyes))('to the %s eye', (_, eye) => {
  const owners = Object.keys(liveries) as Owner[];

  it('no two owners look alike', () => {
    for (const [i, one] of owners.entries()) {
      for (const other of owners.slice(i + 1)) {
        const [a, b] = [one, other].map((owner) => oklab(through(eye, linear(liveries[owner].land))));
        expect(Math.hypot(...a!.map((value, at) => value - b![at]!)), `${one} and ${other}`).toBeGreaterThan(
          0.085,
        );
      }
    }
  });
});
