import { m } from '../../words/words.ts';
import type { Listed } from '../wording.ts';

export const listed: Listed = {
  scavengers: m['option.breath.scavengers'],
  guard_dogs: m['option.breath.guard_dogs'],
  night_per_seven: m['option.breath.night_per_seven'],
  named_request: m['option.breath.named_request'],
  rounds: m['option.breath.rounds'],
  min_points_to_go_out: m['option.breath.min_points_to_go_out'],
  super_combo_to_go_out: m['option.breath.super_combo_to_go_out'],
};
