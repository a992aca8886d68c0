import type { Component } from 'svelte';
import type { GameModule } from './contract.ts';

export const GAMES = ['monty', 'dog', 'dogpile', 'bonfire', 'breath'] as const;
export type GameName = (typeof GAMES)[number];

/** Each game's scene is a chunk of its own, loaded when somebody sits down to it. */
export const scenes: Record<GameName, () => Promise<GameModule>> = {
  monty: () => import('./monty/index.ts'),
  dog: () => import('./dog/index.ts'),
  dogpile: () => import('./dogpile/index.ts'),
  bonfire: () => import('./bonfire/index.ts'),
  breath: () => import('./breath/index.ts'),
};

/** A cover fills its box: 4 wide and 3 high, on phones 16 by 9 (what matters lies in the middle). */
export const covers: Record<GameName, () => Promise<{ default: Component }>> = {
  monty: () => import('./monty/Cover.svelte'),
  dog: () => import('./dog/Cover.svelte'),
  dogpile: () => import('./dogpile/Cover.svelte'),
  bonfire: () => import('./bonfire/Cover.svelte'),
  breath: () => import('./breath/Cover.svelte'),
};

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}
