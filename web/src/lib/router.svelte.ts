import { match, type Route } from './routes';

class Router {
  path = $state(location.pathname);
  route = $derived<Route>(match(this.path));

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname));
    addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.path = path;
    scrollTo(0, 0);
  }

  /** Follows plain clicks on our own links without loading the page again. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element | null)?.closest?.('a[href]');
    const href = link?.getAttribute('href');
    if (!href?.startsWith('/') || href.startsWith('/api') || link?.hasAttribute('download')) return;
    event.preventDefault();
    this.go(href);
  }
}

export const router = new Router();
