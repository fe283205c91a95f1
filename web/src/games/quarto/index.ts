import { m } from '../../paraglide/messages';
import type { GameEntry } from '../types';
import Emblem from './Emblem.svelte';

export default {
  Emblem,
  face: async () => (await import('./face')).face,
  pages: [
    {
      name: 'puzzles',
      path: '/puzzles/quarto',
      title: m.quarto_puzzles_link,
      help: m.quarto_puzzles_help,
      load: () => import('./Puzzles.svelte'),
    },
  ],
} satisfies GameEntry;
