import worldMap from './map.json';
import trainingMap from './maps/training.json';
import type { WarView } from './war';

export type Spot = [x: number, y: number];

/**
 * One space as `tools/map` has drawn it, in map coordinates: `width` by `height`, the same again to the east
 * and to the west.
 */
export interface Place {
  en: string;
  fr: string;
  /** Absent at sea. */
  ipc?: number;
  /** Where its name goes, and how long a line of it may be. */
  label: Spot;
  width: number;
  /** Where armies and fleets go, and how much room each has. */
  stacks: Spot[];
  room: number;
  /** Where a factory goes. */
  mark?: Spot;
  /** The capital city. */
  city?: Spot;
  /** Too small to hold anything: its name and pieces stand beside it. */
  tiny?: boolean;
  /** An island whose name stands beside it. */
  beside?: boolean;
  area: number;
  path: string;
}

type Board = WarView['board'];

/** A drawn board: shapes, lines and spaces. */
interface BoardMap {
  width: number;
  height: number;
  rest: string;
  ice: string;
  coasts: string;
  borders: string;
  seas: string;
  canals: Record<string, string>;
  spaces: Record<string, Place>;
}

const maps = { world: worldMap, training: trainingMap, revised: worldMap } as unknown as Record<
  Board,
  BoardMap
>;

/** The map that is shown. All exports below are those of this map and follow `showMap`. */
export let world = maps.world;
export let WIDTH = world.width;
export let HEIGHT = world.height;
export let spaces = Object.entries(world.spaces);
export let lands = spaces.filter(([, place]) => place.ipc !== undefined);
export let seas = spaces.filter(([, place]) => place.ipc === undefined);

/** Shows the map of a board. A page has one map, and creates it again for another board. */
export function showMap(board: Board): void {
  if (world === maps[board]) return;
  world = maps[board];
  WIDTH = world.width;
  HEIGHT = world.height;
  spaces = Object.entries(world.spaces);
  lands = spaces.filter(([, place]) => place.ipc !== undefined);
  seas = spaces.filter(([, place]) => place.ipc === undefined);
  paths = null;
}

/** A space of any board: no two have the same id. */
export function placeOf(id: string): Place | undefined {
  return Object.values(maps).flatMap((map) => map.spaces[id] ?? [])[0];
}

/** The horizontal way from one place to another, the short way round. */
export function eastward(from: number, to: number): number {
  const way = (((to - from) % WIDTH) + WIDTH) % WIDTH;
  return way > WIDTH / 2 ? way - WIDTH : way;
}

let paths: [id: string, path: Path2D][] | null = null;
let pen: CanvasRenderingContext2D | null = null;

/** The space at a point of the map. Small islands are met within `near`, so that a finger can. */
export function spaceAt(x: number, y: number, near: number): string | null {
  for (const [id, place] of lands) {
    if (!place.tiny || !place.mark) continue;
    if (Math.hypot(eastward(place.mark[0], x), place.mark[1] - y) <= near) return id;
  }
  paths ??= spaces.map(([id, place]) => [id, new Path2D(place.path)]);
  pen ??= document.createElement('canvas').getContext('2d');
  const home = ((x % WIDTH) + WIDTH) % WIDTH;
  for (const [id, path] of paths) {
    for (const turn of [0, WIDTH, -WIDTH]) {
      if (pen?.isPointInPath(path, home + turn, y, 'evenodd')) return id;
    }
  }
  return null;
}

/**
 * The space next to another in a direction given as a unit vector: what a person would call the next one
 * there.
 */
export function spaceTowards(from: string, dx: number, dy: number): string {
  const start = world.spaces[from]!.label;
  let best = from;
  let least = Infinity;
  for (const [id, { label }] of spaces) {
    const x = eastward(start[0], label[0]);
    const y = label[1] - start[1];
    const along = x * dx + y * dy;
    if (id === from || along <= 0) continue;
    const cost = along + 2.4 * Math.abs(x * dy - y * dx);
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}
