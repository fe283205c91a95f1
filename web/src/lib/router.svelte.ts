import { match, type Route } from './routes';
import { pathIn, to } from './site';

class Router {
  path = $state(pathIn(location));
  route = $derived<Route>(match(this.path));

  constructor() {
    addEventListener('popstate', () => (this.path = pathIn(location)));
    addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', to(path));
    this.path = path;
    scrollTo(0, 0);
  }

  /** Follows plain clicks on our own links without loading the page again. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element | null)?.closest?.('a[href]');
    const path = pathOf(link?.getAttribute('href') ?? '');
    if (path === null || link?.hasAttribute('download')) return;
    event.preventDefault();
    this.go(path);
  }
}

/** The path of one of our pages in a link; null for other links. */
function pathOf(href: string): string | null {
  const start = to('/');
  const path = href.slice(start.length - 1);
  return href.startsWith(start) && !path.startsWith('/api') ? path : null;
}

export const router = new Router();
