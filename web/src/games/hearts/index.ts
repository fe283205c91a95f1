import type { GameEntry } from '../types';
import Emblem from './Emblem.svelte';

export default {
  Emblem,
  face: async () => (await import('./face')).face,
} satisfies GameEntry;
