import { isStill, paced } from '../../lib/motion';

const DURATION = 380;

/** Where each piece stands on the page: its one element marked with `data-piece`. */
export function places(root: HTMLElement): Map<string, DOMRect> {
  const marked = root.querySelectorAll<SVGElement>('[data-piece]');
  return new Map(
    [...marked].map((element) => [element.dataset.piece ?? '', element.getBoundingClientRect()]),
  );
}

/**
 * Animates every piece that has moved from where it stood. The new state is already shown: nothing waits for
 * it.
 */
export function travel(root: HTMLElement, before: Map<string, DOMRect>): void {
  if (isStill()) return;
  for (const element of root.querySelectorAll<SVGElement>('[data-piece]')) {
    const from = before.get(element.dataset.piece ?? '');
    const to = element.getBoundingClientRect();
    if (!from || !to.width || (Math.abs(from.x - to.x) < 4 && Math.abs(from.y - to.y) < 4)) continue;
    const [x, y] = [from.x - to.x, from.y - to.y];
    const scale = from.width / to.width;
    const start = `translate(${x}px, ${y}px) scale(${scale})`;
    const middle = `translate(${x / 2}px, ${y / 2 - 24}px) scale(${(1 + scale) / 2})`;
    element.animate(
      [
        { transform: start, transformOrigin: '0 0', zIndex: 30 },
        { transform: middle, transformOrigin: '0 0', zIndex: 30 },
        { transform: 'none', transformOrigin: '0 0', zIndex: 30 },
      ],
      { duration: paced(DURATION), easing: 'cubic-bezier(0.3, 0.1, 0.2, 1)' },
    );
  }
}
