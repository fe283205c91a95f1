import { settings } from './settings.svelte';

const FACTOR = { slow: 1.6, normal: 1, fast: 0.5, none: 1 };

/** Whether nothing shall move: the device or the player says so. */
export function isStill(): boolean {
  return settings.chosen.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How long something takes, in milliseconds, at the speed that the player has chosen. */
export function paced(milliseconds: number): number {
  return milliseconds * FACTOR[settings.chosen.motion];
}
