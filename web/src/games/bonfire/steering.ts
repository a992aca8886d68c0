const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ASIDE = 2.5; // what lies askew counts as farther away

const middle = (element: Element) => {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** The choice that an arrow key leads to from the one in focus; null where there is none. */
export function nearest(
  buttons: readonly HTMLElement[],
  from: Element | null,
  key: string,
): HTMLElement | null {
  const way = WAYS[key];
  if (!way || !from || !buttons.includes(from as HTMLElement)) return null;
  const here = middle(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const button of buttons) {
    const there = middle(button);
    const ahead = (there.x - here.x) * way[0] + (there.y - here.y) * way[1];
    if (button === from || ahead <= 1) continue;
    const askew = Math.abs((there.x - here.x) * way[1]) + Math.abs((there.y - here.y) * way[0]);
    if (ahead + ASIDE * askew < least) [best, least] = [button, ahead + ASIDE * askew];
  }
  return best;
}
