import { HEIGHT, WIDTH } from './geography';

/** The visible part of the map: the point in the upper left corner, and pixels per unit of the map. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Pixels at the sides of the map that panels cover. */
export interface Inset {
  left: number;
  right: number;
  bottom: number;
}

export const CLOSEST = 2.4;
/** The scale from which units can be read. */
export const NEAR_ENOUGH = 0.42;
/** The smallest scale of the first view: symbols of units can still be told apart. */
const LEGIBLE = 0.3;
export const UNCOVERED: Inset = { left: 0, right: 0, bottom: 0 };

const free = (size: Size, inset: Inset): Size => ({
  width: Math.max(1, size.width - inset.left - inset.right),
  height: Math.max(1, size.height - inset.bottom),
});

/** The scale that shows the whole world in the area that is not covered. */
export function farthest(size: Size, inset = UNCOVERED): number {
  return free(size, inset).width / WIDTH;
}

/** The nearest valid view: the map wraps around from east to west, and ends in the north and south. */
export function settled({ x, y, scale }: View, size: Size, inset = UNCOVERED): View {
  const s = Math.min(CLOSEST, Math.max(farthest(size, inset), scale));
  const seen = free(size, inset).height / s;
  return {
    x: ((x % WIDTH) + WIDTH) % WIDTH,
    y: seen >= HEIGHT ? (HEIGHT - seen) / 2 : Math.min(HEIGHT - seen, Math.max(0, y)),
    scale: s,
  };
}

/** The view zoomed by a factor around the point (`px`, `py`). */
export function zoomed(
  view: View,
  size: Size,
  factor: number,
  px: number,
  py: number,
  inset = UNCOVERED,
): View {
  const scale = Math.min(CLOSEST, Math.max(farthest(size, inset), view.scale * factor));
  return settled(
    { x: view.x + px / view.scale - px / scale, y: view.y + py / view.scale - py / scale, scale },
    size,
    inset,
  );
}

export function panned(view: View, size: Size, dx: number, dy: number, inset = UNCOVERED): View {
  return settled({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, size, inset);
}

/** The middle of the area that is not covered, on the screen. */
export function middle(size: Size, inset = UNCOVERED): { x: number; y: number } {
  const { width, height } = free(size, inset);
  return { x: inset.left + width / 2, y: height / 2 };
}

/** The view with a point of the map in the middle of the area that is not covered. */
export function centred(view: View, size: Size, x: number, y: number, inset = UNCOVERED): View {
  const { x: px, y: py } = middle(size, inset);
  return settled({ ...view, x: x - px / view.scale, y: y - py / view.scale }, size, inset);
}

/** Whether a point on the screen is clear of panels and edges, with some room around it. */
export function inSight({ x, y }: { x: number; y: number }, size: Size, inset: Inset, room: number): boolean {
  const { width, height } = free(size, inset);
  return (
    x >= inset.left + room &&
    x <= inset.left + width - room &&
    y >= Math.min(room, height / 3) &&
    y <= height - room
  );
}

/** The first view: the map fills the window around a point, large enough to be read. */
export function opening(size: Size, x: number, y: number, inset = UNCOVERED): View {
  const scale = Math.max(size.width / WIDTH, size.height / HEIGHT, LEGIBLE);
  return centred({ x: 0, y: 0, scale }, size, x, y, inset);
}

/** The copies of the map that are visible, as turns around the world. */
export function turnsSeen(view: View, size: Size): number[] {
  const end = view.x + size.width / view.scale;
  // Shapes extend beyond the sides by up to a fifth.
  return [-1, 0, 1].filter((turn) => (turn + 1.2) * WIDTH > view.x && (turn - 0.2) * WIDTH < end);
}
