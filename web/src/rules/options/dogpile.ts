import { m } from '../../words/words.ts';
import type { Listed } from '../wording.ts';

export const listed: Listed = {
  round_seconds: m['option.dogpile.round_seconds'],
  ready_seconds: m['option.dogpile.ready_seconds'],
  action_ms: m['option.dogpile.action_ms'],
  sniff_seconds: m['option.dogpile.sniff_seconds'],
  public_dig: m['option.dogpile.public_dig'],
  mixed_straights: m['option.dogpile.mixed_straights'],
  cover_between_rounds: m['option.dogpile.cover_between_rounds'],
  no_memory_aid: m['option.dogpile.no_memory_aid'],
};
