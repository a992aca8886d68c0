import type { Attachment } from 'svelte/attachments';

/**
 * One stop for the Tab key, arrow keys within: among all `[data-rove]` inside. Left and right follow
 * the page's order; up and down look for what lies there.
 */
export const roving: Attachment<HTMLElement> = (group) => {
  const items = () => [...group.querySelectorAll<HTMLElement>('[data-rove]')];

  function stopAt(one: HTMLElement | undefined): void {
    for (const item of items()) {
      const stop = item === one ? 0 : -1;
      if (item.tabIndex !== stop) item.tabIndex = stop;
    }
  }
  function settle(): void {
    const all = items();
    const stops = all.filter((item) => item.tabIndex === 0);
    if (stops.length === 1 && !stops[0]!.matches('[aria-disabled=true]')) return;
    if (group.contains(document.activeElement)) stopAt(document.activeElement as HTMLElement);
    else stopAt(all.find((item) => !item.matches('[aria-disabled=true]')) ?? all[0]);
  }
  function onKey(event: KeyboardEvent): void {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const next =
      event.key === 'ArrowRight'
        ? all[at + 1]
        : event.key === 'ArrowLeft'
          ? all[at - 1]
          : event.key === 'Home'
            ? all[0]
            : event.key === 'End'
              ? all.at(-1)
              : event.key === 'ArrowDown'
                ? nearest(all, all[at]!, 1)
                : event.key === 'ArrowUp'
                  ? nearest(all, all[at]!, -1)
                  : undefined;
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  const onFocus = (event: FocusEvent) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[data-rove]');
    if (item) stopAt(item);
  };
  const watcher = new MutationObserver(settle);
  watcher.observe(group, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-disabled'],
  });
  group.addEventListener('keydown', onKey);
  group.addEventListener('focusin', onFocus);
  settle();
  return () => {
    watcher.disconnect();
    group.removeEventListener('keydown', onKey);
    group.removeEventListener('focusin', onFocus);
  };
};

/** What lies below (1) or above (-1), the closest in line. */
function nearest(all: HTMLElement[], from: HTMLElement, way: 1 | -1): HTMLElement | undefined {
  const here = from.getBoundingClientRect();
  let found: HTMLElement | undefined;
  let least = Infinity;
  for (const item of all) {
    const there = item.getBoundingClientRect();
    const down = (there.top - here.top) * way;
    if (down < here.height / 2) continue;
    const far = down + Math.abs(there.left - here.left) * 2;
    if (far < least) [found, least] = [item, far];
  }
  return found;
}
