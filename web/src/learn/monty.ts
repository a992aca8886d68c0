import { m } from '../words/words.ts';
import { asked, either, happened, type Lesson } from './lesson.ts';

export const lesson: Lesson = {
  // Somebody else lays Start: the pupil comes to the race without a detour.
  table: { players: 3, options: { mode: 'one_off', start_placer: 'declared_pets', most_pets: 1 } },
  steps: [
    { words: m['learn.monty.race'] },
    { words: m['learn.monty.species'], until: either(happened('species'), asked('talk')) },
    { words: m['learn.monty.talk'], until: asked('commit') },
    { words: m['learn.monty.commit'], until: happened('shown') },
    { words: m['learn.monty.shown'] },
    { words: m['learn.monty.explore'], until: either(happened('round'), happened('race_over'), asked('talk')) },
    { words: m['learn.monty.bark'] },
    { words: m['learn.monty.done'] },
  ],
};
