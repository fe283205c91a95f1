import { m } from '../../paraglide/messages';
import type { GameEntry } from '../types';
import Emblem from './Emblem.svelte';

export default {
  Emblem,
  face: async () => (await import('./face')).face,
  pages: [
    {
      name: 'companion',
      path: '/companion',
      title: m.companion_link,
      help: m.companion_link_help,
      load: () => import('./companion/CompanionPage.svelte'),
    },
  ],
} satisfies GameEntry;
