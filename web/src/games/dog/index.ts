import type { Describe } from '../contract.ts';

export { default as Scene } from './Scene.svelte';
export const describe: Describe = {};
