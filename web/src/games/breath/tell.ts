import { getLocale, m } from '../../words/words.ts';
import type { Player } from '../../table/players.ts';
import type { Describe } from '../contract.ts';
import { movesOf } from '../../park/prompts.ts';
import { cardWords, placeWords, pointsWords } from './cards.ts';
import { partWords } from './parts.ts';
import type { BreathView, Part } from './view.ts';

const COLUMNS = 4; // of the grid, for events that come without a view

function listed(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale()).format(names);
}

/** What happens, is asked and may be answered at this table, in the language shown. */
export const describe: Describe = {
  event({ event, data }, players) {
    const told = (data ?? {}) as Record<string, any>;
    const called = (seat: number) => players[seat]?.name ?? '';
    const name = called(told.seat);
    const target = called(told.target);
    const card = typeof told.card === 'string' ? cardWords(told.card) : '';
    switch (event) {
      case 'starter':
        return m['breath.tell_starter']({ name });
      case 'round':
        return m['breath.tell_round']({ round: told.round, name: called(told.starter) });
      case 'dealt':
        return m['breath.tell_dealt']({ name });
      case 'card':
        return m['breath.tell_card']({ card });
      case 'stood':
        return m['breath.tell_stood']({ name, card });
      case 'turned_down':
        return m['breath.tell_turned_down']({ name, card });
      case 'flip':
        return m['breath.tell_flip']({ name, place: placeWords(told.place, COLUMNS) });
      case 'shown':
        return m['breath.tell_shown']({ card });
      case 'took':
        return m['breath.tell_took']({ name, card });
      case 'grid_gone':
        return m['breath.tell_grid_gone']({ count: told.cards });
      case 'draw':
        return m['breath.tell_draw']({ name });
      case 'picked':
        return m['breath.tell_picked']({ name, card });
      case 'made_up':
        return m['breath.tell_made_up']({ name });
      case 'discarded':
        return m['breath.tell_discarded']({ name, card });
      case 'ended':
        return m['breath.tell_ended']({ name });
      case 'out':
        return m['breath.tell_out']({ name });
      case 'scavenger':
        return m['breath.tell_scavenger']({ name, target });
      case 'offered':
        return m['breath.tell_offered']({ card });
      case 'named':
        return m['breath.tell_named']({ name, target, card });
      case 'guarded':
        return m['breath.tell_guarded']({ name, by: called(told.by) });
      case 'let':
        return m['breath.tell_let']({ name });
      case 'in_vain':
        return m['breath.tell_in_vain']({ name, target });
      case 'swapped':
        return card
          ? m['breath.tell_given']({ name, target, card })
          : m['breath.tell_swapped']({ name, target });
      case 'swap':
        return m['breath.tell_swap']({ got: cardWords(told.got), gave: cardWords(told.gave) });
      case 'false_alarm':
        return m['breath.tell_false_alarm']({ name });
      case 'stayed':
        return m['breath.tell_stayed']({ name });
      case 'no_end':
        return m['breath.tell_no_end']({ count: told.turns });
      case 'scored':
        return m['breath.tell_scored']({
          name,
          points: pointsWords(told.points),
          parts:
            (told.parts as Part[]).map(partWords).join(', ') || m['breath.nothing'](),
        });
      case 'bonus':
        return told.points > 0
          ? m['breath.tell_bonus_best']({ name })
          : m['breath.tell_bonus_beaten']({ name });
      case 'game_over':
        return m['breath.tell_game_over']({
          names: listed((told.winners as number[]).map(called)),
          points: pointsWords(Math.max(...(told.points as number[]))),
        });
      case 'shuffled':
        return m['breath.tell_shuffled']();
      case 'turn':
        return m['breath.tell_turn']({ name });
      default:
        return null;
    }
  },

  ask(prompt, view: BreathView, players) {
    const called = (seat: number) => players[seat]?.name ?? '';
    const points = pointsWords(view.score?.points ?? 0);
    switch (prompt.stage) {
      case 'face': {
        const up = view.grid?.cards.find((one) => one.lies === 'up');
        return up?.card ? m['breath.ask_face']({ card: cardWords(up.card) }) : null;
      }
      case 'flip':
        return view.grid?.cards.some((one) => one.lies === 'up')
          ? m['breath.ask_flip_one']()
          : m['breath.ask_flip_two']();
      case 'take':
        return m['breath.ask_take']();
      case 'draw':
        return view.out === null ? m['breath.ask_draw']() : m['breath.ask_draw_last']();
      case 'discard':
        return view.came ? m['breath.ask_discard']({ card: cardWords(view.came) }) : null;
      case 'end':
        return movesOf(prompt).some((move) => move.do === 'out')
          ? m['breath.ask_end_or_out']({ points })
          : m['breath.ask_end']();
      case 'name':
        return view.scavenge ? m['breath.ask_name']({ target: called(view.scavenge.target) }) : null;
      case 'guard': {
        if (!view.scavenge) return null;
        const { by, target } = view.scavenge;
        return target === prompt.seat
          ? m['breath.ask_guard_you']({ name: called(by) })
          : m['breath.ask_guard']({ name: called(by), target: called(target) });
      }
      case 'alarm':
        return m['breath.ask_alarm']({ points });
      default:
        return null;
    }
  },

  choice({ action, effect }, view: BreathView, players: readonly Player[]) {
    const card = typeof action.card === 'string' ? cardWords(action.card) : '';
    const points = typeof effect?.points === 'number' ? pointsWords(effect.points) : '';
    switch (action.do) {
      case 'stand':
        return m['breath.do_stand']();
      case 'turn_down':
        return m['breath.do_turn_down']();
      case 'flip': {
        const place = placeWords(action.place, view.grid?.columns ?? COLUMNS);
        return effect?.card
          ? m['breath.choice_flip_known']({ place, card: cardWords(effect.card) })
          : m['breath.choice_flip']({ place });
      }
      case 'take':
        return effect?.card ? m['breath.choice_take']({ card: cardWords(effect.card) }) : null;
      case 'draw':
        return view.deck.cards === 0
          ? m['breath.choice_draw_shuffled']()
          : m['breath.choice_draw']({ count: view.deck.cards });
      case 'pick':
        return points ? m['breath.choice_pick']({ card, points }) : null;
      case 'discard':
        return points ? m['breath.choice_discard']({ card, points }) : null;
      case 'end':
        return m['breath.do_end']();
      case 'out':
        return effect
          ? m['breath.choice_out']({ best: effect.if_best, worst: effect.if_beaten })
          : null;
      case 'scavenge':
        return m['breath.choice_scavenge']({ name: players[action.seat]?.name ?? '', card });
      case 'name':
        return effect?.known
          ? m['breath.choice_name_there']({ card })
          : m['breath.choice_name']({ card });
      case 'let':
        return m['breath.do_let']();
      case 'guard':
        return m['breath.do_guard']();
      case 'stay':
        return points ? m['breath.choice_stay']({ points }) : null;
      case 'false_alarm':
        return m['breath.do_false_alarm']();
      default:
        return null;
    }
  },
};
