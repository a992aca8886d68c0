import { movesOf, type Move, type Prompt } from '../../park/prompts.ts';

/** A move that may be made now, with what the server says it would do, if it says so. */
export interface Offer {
  move: Move;
  effect: Record<string, any>;
}

/** Everything that may be done now, by its short text: `flip 3`, `discard bone`, `scavenge 1 bone`. */
export type Offers = ReadonlyMap<string, Offer>;

function textOf(move: Move): string {
  return [move.do, move['seat'], move['place'], move['card']].filter((part) => part != null).join(' ');
}

export function offersOf(prompt: Prompt | null): Offers {
  if (!prompt) return new Map();
  const effects = new Map(prompt.choices?.map((choice) => [textOf(choice.action), choice.effect]));
  return new Map(
    movesOf(prompt).map((move) => {
      const text = textOf(move);
      return [text, { move, effect: effects.get(text) ?? {} }];
    }),
  );
}
