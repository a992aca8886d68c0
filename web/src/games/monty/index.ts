import type { GameModule } from '../contract.ts';

export { describe } from './describe.ts';
export { default as Scene } from './Scene.svelte';
/** Everything that is asked can be answered in the garden itself. */
export const bar: GameModule['bar'] = () => 'folded';
