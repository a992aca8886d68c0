export { default as Scene } from './Scene.svelte';
export { describe } from './tell.ts';

/** Everything can be done on the table itself. */
export const bar = () => 'folded' as const;
