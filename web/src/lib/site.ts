/** What these pages are, decided when they are built. */
export interface Site {
  /**
   * Plain files in a folder of any web host: nothing answers the API, tables are on this device, and pages have
   * addresses behind a `#`. Otherwise a server serves them.
   */
  folder: boolean;
  /** The address of a server where people meet, to which the pages of a folder lead; null: none is known. */
  server: string | null;
  /** Where the games for this device are; null: there are none. */
  device: Folders | null;
}

/** The folders, beside the pages, of what all games on a device share, and of each game by its name. */
export interface Folders {
  shared: string;
  games: Record<string, string>;
}

declare const __SITE__: Site;

/** Where nothing was decided, as in unit tests, a server serves them. */
const SERVED: Site = { folder: false, server: null, device: null };

export const site: Site = typeof __SITE__ === 'undefined' ? SERVED : __SITE__;

/** Whether a server answers these pages: people's tables, the arena and the history of games need one. */
export const hasServer = !site.folder;

/** The href of a page of ours. */
export function to(path: string): string {
  return site.folder ? `#${path}` : path;
}

/** The path of the page at an address. In a folder it stands behind the `#`, up to a second one. */
export function pathIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string {
  return site.folder ? hash.split('#')[1] || '/' : pathname;
}

/** What stands behind the path of a page: the fragment of its address. */
export function fragmentIn({ hash }: Pick<Location, 'hash'>): string {
  return site.folder ? hash.split('#').slice(2).join('#') : hash.slice(1);
}

/** The address of a file that is served with the pages. */
export function fileAddress(path: string): string {
  return new URL(path, new URL(import.meta.env.BASE_URL, location.href)).href;
}
