import type { Part } from '../wire/types.ts';

/** A view as the server sends it; what is in it is known to the game's own scene. */
export type View = Record<string, any>;

/** What a view becomes by a part of an update. The old one stays as it was, for animations. */
export function merge(view: View, part: Part): View {
  const merged = { ...view, ...part.set };
  for (const name of part.gone ?? []) delete merged[name];
  return merged;
}
