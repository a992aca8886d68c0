import type { Prompt } from '../../park/prompts.ts';

export { default as Scene } from './Scene.svelte';
export { describe } from './words.ts';

/** The scene offers every choice itself. */
export const bar = (_: Prompt) => 'folded' as const;
