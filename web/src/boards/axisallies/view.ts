import { HEIGHT, WIDTH } from './geography';

/** What of the map is seen: the point in the upper left corner, and pixels per unit of the map. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const CLOSEST = 2.4;

/** The whole world from side to side. */
export function farthest(size: Size): number {
  return size.width / WIDTH;
}

/** The nearest view that can be shown: east and west go round, north and south end. */
export function settled({ x, y, scale }: View, size: Size): View {
  const s = Math.min(CLOSEST, Math.max(farthest(size), scale));
  const seen = size.height / s;
  return {
    x: ((x % WIDTH) + WIDTH) % WIDTH,
    y: seen >= HEIGHT ? (HEIGHT - seen) / 2 : Math.min(HEIGHT - seen, Math.max(0, y)),
    scale: s,
  };
}

/** Zoomed by a factor, the point under (`px`, `py`) staying where it is. */
export function zoomed(view: View, size: Size, factor: number, px: number, py: number): View {
  const scale = Math.min(CLOSEST, Math.max(farthest(size), view.scale * factor));
  return settled(
    { x: view.x + px / view.scale - px / scale, y: view.y + py / view.scale - py / scale, scale },
    size,
  );
}

export function panned(view: View, size: Size, dx: number, dy: number): View {
  return settled({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, size);
}

/** With a point of the map in the middle. */
export function centred(view: View, size: Size, x: number, y: number): View {
  return settled({ ...view, x: x - size.width / view.scale / 2, y: y - size.height / view.scale / 2 }, size);
}

/** The first view: the map fills the window, a point in its middle. */
export function opening(size: Size, x: number, y: number): View {
  const scale = Math.max(size.width / WIDTH, size.height / HEIGHT);
  return centred({ x: 0, y: 0, scale }, size, x, y);
}

/** The copies of the map that can be seen, as turns round the world. */
export function turnsSeen(view: View, size: Size): number[] {
  const end = view.x + size.width / view.scale;
  // Shapes stick out at the sides by up to a fifth.
  return [-1, 0, 1].filter((turn) => (turn + 1.2) * WIDTH > view.x && (turn - 0.2) * WIDTH < end);
}
