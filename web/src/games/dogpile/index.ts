export { default as Scene } from './Scene.svelte';
export { describe } from './describe.ts';

/** Everything is done on the pile and with the paws. */
export const bar = () => 'folded' as const;
