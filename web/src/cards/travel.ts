/** The animations of cards: from their player to the middle, and from there to the winner of the trick. */
import { cubicOut } from 'svelte/easing';
import { isStill, paced } from '../lib/motion';

const ARRIVE = 260;
const LEAVE = 320;

/** The way from an element to the cards of a seat, which are marked with `data-home`. */
function between(node: Element, selector: string): { x: number; y: number } | null {
  const home = node.closest('[data-board]')?.querySelector(selector)?.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  if (!home?.width || !here.width) return null;
  return {
    x: home.x + home.width / 2 - here.x - here.width / 2,
    y: home.y + home.height / 2 - here.y - here.height / 2,
  };
}

export function arrive(node: Element, { seat, from }: { seat: number; from: DOMRect | null }) {
  const here = node.getBoundingClientRect();
  const way = from
    ? {
        x: from.x + from.width / 2 - here.x - here.width / 2,
        y: from.y + from.height / 2 - here.y - here.height / 2,
      }
    : between(node, `[data-home="${seat}"]`);
  if (isStill() || !way) return { duration: 0 };
  return {
    duration: paced(ARRIVE),
    easing: cubicOut,
    css: (t: number, u: number) =>
      `transform: translate(${way.x * u}px, ${way.y * u}px) scale(${0.6 + 0.4 * t}); opacity: ${Math.min(1, 0.3 + t)}`,
  };
}

export function leave(node: Element, { to }: { to: number | null }) {
  const way = to === null ? null : between(node, `[data-home="${to}"]`);
  if (isStill() || !way) return { duration: 0 };
  return {
    duration: paced(LEAVE),
    easing: cubicOut,
    css: (t: number, u: number) =>
      `transform: translate(${way.x * u}px, ${way.y * u}px) scale(${0.45 + 0.55 * t}); opacity: ${Math.min(1, 2 * t)}`,
  };
}
