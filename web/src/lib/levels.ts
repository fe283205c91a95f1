import { m } from '../paraglide/messages';
import type { DeclaredLevel } from './identity';

const titles: Record<DeclaredLevel, () => string> = {
  beginner: m.level_beginner,
  intermediate: m.level_intermediate,
  expert: m.level_expert,
};

/** A declared level in words; a dash for none. */
export function levelTitle(level: DeclaredLevel | null): string {
  return level ? titles[level]() : '–';
}
