import type { Prompt } from '../../park/prompts.ts';

export { default as Scene } from './Scene.svelte';
export { describe } from './describe.ts';

/** The hand, the board and the tray between them offer every choice. */
export const bar = (prompt: Prompt): 'buttons' | 'folded' => (prompt.choices ? 'folded' : 'buttons');
