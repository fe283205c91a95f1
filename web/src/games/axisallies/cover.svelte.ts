import { getContext, setContext } from 'svelte';
import type { Inset } from './view';

const KEY = Symbol('cover');

/**
 * The part of the map that lies under panels. Each panel reports its place, and the map keeps what matters
 * clear of it.
 */
export class Cover {
  #parts = $state.raw<Record<string, Inset>>({});

  inset = $derived(
    Object.values(this.#parts).reduce<Inset>(
      (sum, part) => ({
        left: Math.max(sum.left, part.left),
        right: Math.max(sum.right, part.right),
        bottom: Math.max(sum.bottom, part.bottom),
      }),
      { left: 0, right: 0, bottom: 0 },
    ),
  );

  put(id: string, part: Inset): void {
    this.#parts = { ...this.#parts, [id]: part };
  }

  drop(id: string): void {
    const { [id]: gone, ...rest } = this.#parts;
    if (gone) this.#parts = rest;
  }
}

export function createCover(): Cover {
  return setContext(KEY, new Cover());
}

export function coverInContext(): Cover | undefined {
  return getContext(KEY);
}

/** How much a panel covers of the area it lies in: a sheet along the lower edge, or a column at a side. */
export function covered(panel: HTMLElement): Inset {
  const area = panel.offsetParent;
  if (!area) return { left: 0, right: 0, bottom: 0 };
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = panel;
  const [wide, high] = [area.clientWidth, area.clientHeight];
  if (width > wide * 0.9) return { left: 0, right: 0, bottom: high - top };
  // A collapsed panel is a strip at the top: it covers nothing that matters.
  if (height < Math.min(80, high / 2)) return { left: 0, right: 0, bottom: 0 };
  return left < wide / 2
    ? { left: left + width, right: 0, bottom: 0 }
    : { left: 0, right: wide - left, bottom: 0 };
}
