import { m } from '../words/words.ts';
import { asked, did, either, happened, type Lesson, type Seen } from './lesson.ts';

/** Two cards that start a peg: one to give away, one to begin with. */
const STARTERS = 2;

/** A card is played to its end, or the hand laid down. */
const turnTaken = (seen: Seen): boolean =>
  did('folded')(seen) || (did('played')(seen) && !asked('peg', 'dest', 'target', 'seven')(seen));

/** Nothing is left to play in this round: whoever folded need not wait for the others. */
const outOfCards = ({ view }: Seen): boolean => !view['hand']?.length;

export const lesson: Lesson = {
  table: { players: 4, options: {} },
  suits: ({ hand }) =>
    ((hand ?? []) as string[]).filter((card) => ['A', 'K', 'X'].includes(card)).length >= STARTERS,
  steps: [
    { words: m['learn.dog.home'] },
    { words: m['learn.dog.exchange'], until: either(did('picked'), happened('exchanged')) },
    { words: m['learn.dog.start'], until: either(asked('turn'), did('folded')) },
    { words: m['learn.dog.play'], until: turnTaken },
    { words: m['learn.dog.hit'] },
    { words: m['learn.dog.special'], until: either(turnTaken, outOfCards) },
    { words: m['learn.dog.partner'] },
    { words: m['learn.dog.done'] },
  ],
};
