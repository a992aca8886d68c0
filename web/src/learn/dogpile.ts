import { m } from '../words/words.ts';
import { did, either, happened, type Lesson, type Seen } from './lesson.ts';

const PAWS = 3;
const full = ({ view, seat }: Seen): boolean => view['players'][seat].paws.length === PAWS;

export const lesson: Lesson = {
  table: { players: 2, options: { round_seconds: [45, 30, 20] } },
  steps: [
    { words: m['learn.dogpile.pile'] },
    { words: m['learn.dogpile.worth'] },
    { words: m['learn.dogpile.ready'], until: either(did('ready'), happened('go')) },
    { words: m['learn.dogpile.dig'], until: either(did('dug'), happened('time_up')) },
    { words: m['learn.dogpile.keep'], until: either(did('kept', 'put'), happened('time_up')) },
    { words: m['learn.dogpile.three'], until: either(full, happened('time_up')) },
    { words: m['learn.dogpile.loot'] },
    { words: m['learn.dogpile.done'] },
  ],
};
