import { m } from '../words/words.ts';
import { did, either, happened, type Lesson } from './lesson.ts';

export const lesson: Lesson = {
  table: { players: 2, options: { round_seconds: [60, 30, 20] } },
  steps: [
    { words: m['learn.dogpile.pile'] },
    { words: m['learn.dogpile.worth'] },
    { words: m['learn.dogpile.ready'], until: either(did('ready'), happened('go')) },
    { words: m['learn.dogpile.dig'], until: either(did('dug'), happened('time_up')) },
    { words: m['learn.dogpile.keep'], until: either(did('kept', 'put'), happened('time_up')) },
    { words: m['learn.dogpile.three'], until: happened('time_up') },
    { words: m['learn.dogpile.done'] },
  ],
};
