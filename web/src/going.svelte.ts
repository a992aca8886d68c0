import { read, type Way } from './ways.ts';

/** Where the page is now. Links inside the page are followed without loading it anew. */
class Going {
  way = $state.raw<Way>(read(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('click', (event) => this.#follow(event));
  }

  to(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    scrollTo(0, 0);
    this.#look();
  }

  #look(): void {
    this.way = read(new URL(location.href));
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
      return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    this.to(link.pathname + link.search + link.hash);
  }
}

export const going = new Going();
