import { MediaQuery } from 'svelte/reactivity';

const reduced = new MediaQuery('(prefers-reduced-motion: reduce)');

/** How much may move; `reduced` where the person asked their system for it. */
export function motion(): 'full' | 'reduced' {
  return reduced.current ? 'reduced' : 'full';
}
