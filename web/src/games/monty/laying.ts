import type { Move } from '../../park/prompts.ts';
import { corner, straight } from './ground.ts';
import type { Card, Lies, MontyView } from './view.ts';

/** The card that a move lays, as it would lie; null where nobody knows yet what it is. */
export function cardOf(move: Move, view: MontyView): Card | null {
  const lies: Lies = move['axis'] === 'V' ? 'north-south' : 'east-west';
  if (move.do === 'start') return straight('Start', lies);
  if (move.do === 'orient' && view.run?.card)
    return straight(view.run.card === 'Home Stage' ? 'Keep Going' : view.run.card, lies);
  const [pile, turn] = String(move['card'] ?? '').split('-');
  if (turn === undefined) return null;
  return corner(pile === 'gated' ? 'gated corner' : 'plain corner', Number(turn));
}
