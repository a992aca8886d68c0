import type { Choice, Prompt } from '../../park/prompts.ts';
import type { Player } from '../../table/players.ts';
import type { Happened } from '../../wire/types.ts';
import { getLocale, m } from '../../words/words.ts';
import type { Describe } from '../contract.ts';
import {
  COLOURS,
  bench,
  type BonfireView,
  type Change,
  type Colour,
  type Effect,
  type RoundEnd,
  type Sticks,
  type Villagers,
} from './view.ts';

/** The game in words, in the language of whoever reads it. */
const STICK = { meat: m['bonfire.meat'], charcoal: m['bonfire.charcoal'], fire: m['bonfire.fire'] };
const FACE = {
  meat: m['bonfire.face_meat'],
  charcoal: m['bonfire.face_charcoal'],
  fire: m['bonfire.face_fire'],
};
const ROUND_END: Record<RoundEnd, () => string> = {
  feed: m['bonfire.round_end_feed'],
  assault: m['bonfire.round_end_assault'],
  quiet: m['bonfire.round_end_quiet'],
};
const OVER = {
  rounds: [m['bonfire.over_rounds'], m['bonfire.over_rounds_shared']],
  knocked_out: [m['bonfire.over_knocked_out'], m['bonfire.over_knocked_out_shared']],
  turns: [m['bonfire.over_turns'], m['bonfire.over_turns_shared']],
} as const;

const listed = (words: string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words);
export const dogs = (count: number): string =>
  count === 1 ? m['bonfire.dog_one']() : m['bonfire.dogs']({ count });
/** German says it differently after "vor": vor 2 Hunden. */
const byDogs = (count: number): string =>
  count === 1 ? m['bonfire.dog_one_by']() : m['bonfire.dogs_by']({ count });
export const villagers = (count: number): string =>
  count === 1 ? m['bonfire.villager_one']() : m['bonfire.villagers']({ count });
export const facesWords = (faces: readonly Colour[]): string =>
  listed(faces.map((face) => FACE[face]()));

export function sticksWords(sticks: Partial<Sticks>): string {
  const held = COLOURS.filter((colour) => sticks[colour]);
  return held.length
    ? listed(held.map((colour) => STICK[colour]({ count: sticks[colour]! })))
    : m['bonfire.nothing']();
}

export function placeWords(player: Villagers, name: string): string {
  if (player.knocked_out) return m['bonfire.place_out']({ name });
  return m['bonfire.place']({
    name,
    villagers: player.villagers,
    bench: bench(player),
    dogs: dogs(player.dogs),
    sticks: sticksWords(player.sticks),
  });
}

// -- what happened -------------------------------------------------------------------------------

function event(happened: Happened, players: readonly Player[]): string | null {
  const data = (happened.data ?? {}) as Record<string, any>;
  const of = (seat: number): string => players[seat]?.name ?? '';
  const name = of(data.seat);
  const sticks = sticksWords(data.sticks ?? {});
  switch (happened.event) {
    case 'first':
      return m['bonfire.first']({ name });
    case 'roll':
      return m['bonfire.picks_up']({ name });
    case 'dice':
      return m['bonfire.dice']({ name, faces: facesWords(data.dice) });
    case 'feed':
      return m['bonfire.feed']();
    case 'assault':
      return m['bonfire.assault']();
    case 'fire_fest':
      return m['bonfire.fire_fest']();
    case 'returned':
      return m['bonfire.returned']({ name, sticks });
    case 'no_theft':
      return m['bonfire.no_theft']();
    case 'theft':
      return m['bonfire.theft']({ name });
    case 'exchanged':
      return m['bonfire.exchanged']({
        name,
        gives: sticksWords(data.gives),
        gets: sticksWords(data.gets),
      });
    case 'took':
      return m['bonfire.took']({ name, sticks });
    case 'round_end':
      return ROUND_END[data.end as RoundEnd]();
    case 'sticks_home':
      return m['bonfire.sticks_home']();
    case 'round':
      return m['bonfire.round_begins']({ round: data.round });
    case 'stole':
      return m['bonfire.stole']({
        name,
        other: of(data.from),
        sticks: sticksWords({ [data.colour]: 1 }),
      });
    case 'defended':
      return data.pairs + data.sets
        ? m['bonfire.defended']({ name, sticks, dogs: dogs(data.pairs + data.sets) })
        : m['bonfire.defended_none']({ name });
    case 'tamed':
      return m['bonfire.tamed']({
        name,
        sticks: sticksWords({ meat: data.meat }),
        dogs: dogs(data.dogs),
      });
    case 'none_tamed':
      return m['bonfire.none_tamed']();
    case 'assaulted': {
      const told = { name, dogs: byDogs(data.dogs), fended: data.fended };
      return data.fainted
        ? m['bonfire.assaulted']({ ...told, villagers: villagers(data.fainted) })
        : m['bonfire.assaulted_safe'](told);
    }
    case 'knocked_out':
      return m['bonfire.knocked_out']({ name, dogs: dogs(data.dogs_lost) });
    case 'revived':
      return m['bonfire.revived']({
        name,
        dogs: dogs(data.dogs_lost),
        villagers: villagers(data.villagers),
      });
    case 'turn':
      return m['bonfire.turn']({ name });
    case 'again':
      return m['bonfire.again']({ name });
    case 'game_over': {
      const [won, shared] = OVER[data.why as keyof typeof OVER];
      const names = listed((data.winners as number[]).map(of));
      return (data.winners.length === 1 ? won : shared)({ names });
    }
    default:
      return null;
  }
}

// -- what is asked, and what each answer would do -----------------------------------------------

function ask(prompt: Prompt, view: BonfireView): string | null {
  switch (prompt.stage) {
    case 'turn':
      return prompt.choices?.length === 1 ? m['bonfire.ask_roll']() : m['bonfire.ask_turn']();
    case 'take':
      return view.dice && m['bonfire.ask_take']({ faces: facesWords(view.dice.faces) });
    case 'steal':
      return m['bonfire.ask_steal']();
    case 'defend': {
      const mine = view.players[prompt.seat]!;
      return m['bonfire.ask_defend']({
        dogs: dogs(mine.sticks.meat),
        villagers: villagers(mine.villagers),
      });
    }
    default:
      return null;
  }
}

/** `charcoal_for_meat`, `fire_for_2_meat`: what is given and got, as the server names its deals. */
export function dealt(deal: string): { gives: Partial<Sticks>; gets: Partial<Sticks> } {
  const [gives, gets] = deal.split('_for_') as [Colour, string];
  const [count, colour] = gets.includes('_') ? gets.split('_') : ['1', gets];
  return { gives: { [gives]: 1 }, gets: { [colour as Colour]: Number(count) } };
}

/** `meat+fire`: one of each. */
export function taken(sticks: string): Partial<Sticks> {
  const counted: Partial<Sticks> = {};
  for (const colour of sticks.split('+') as Colour[]) counted[colour] = (counted[colour] ?? 0) + 1;
  return counted;
}

function harm(change: Change, view: BonfireView, name: string): string | null {
  if (change.knocked_out) return m['bonfire.will_be_out']({ name });
  if (change.falls) {
    const lost = view.players[change.seat]!.dogs;
    return lost
      ? m['bonfire.will_fall']({ name, dogs: dogs(lost) })
      : m['bonfire.will_fall_bare']({ name });
  }
  if (change.dogs > 0) return m['bonfire.will_tame']({ name, dogs: dogs(change.dogs) });
  if (change.villagers < 0)
    return m['bonfire.will_faint']({ name, villagers: villagers(-change.villagers) });
  return null;
}

function choice(one: Choice, view: BonfireView, players: readonly Player[]): string | null {
  const { action } = one;
  const effect = (one.effect ?? {}) as Effect;
  let first: string;
  const rest: string[] = [];
  switch (action.do) {
    case 'roll':
      return m['bonfire.do_roll']();
    case 'exchange': {
      const { gives, gets } = dealt(action['deal']);
      return m['bonfire.do_exchange']({ gives: sticksWords(gives), gets: sticksWords(gets) });
    }
    case 'steal':
      return m['bonfire.do_steal']({
        sticks: sticksWords({ [action['colour']]: 1 }),
        name: players[action['seat']]?.name ?? '',
      });
    case 'take':
      first = m['bonfire.do_take']({ sticks: sticksWords(taken(action['sticks'])) });
      if (effect.round_ends) rest.push(endsWords(effect));
      break;
    case 'defend': {
      const { pairs, sets } = action;
      first =
        pairs + sets
          ? m['bonfire.do_defend']({
              sticks: sticksWords({ meat: 2 * pairs, charcoal: sets, fire: sets }),
              dogs: dogs(pairs + sets),
            })
          : m['bonfire.do_defend_none']();
      break;
    }
    default:
      return null;
  }
  for (const change of effect.players ?? []) {
    const told = harm(change, view, players[change.seat]?.name ?? '');
    if (told) rest.push(told);
  }
  if (action.do === 'defend' && !rest.length) rest.push(m['bonfire.will_none']());
  return rest.length ? m['bonfire.then']({ first, rest: rest.join(', ') }) : first;
}

/** How the round would end. */
export function endsWords(effect: Effect): string {
  const how = {
    feed: m['bonfire.ends_feed'],
    assault: m['bonfire.ends_assault'],
    quiet: m['bonfire.ends_quiet'],
  }[effect.round_ends!]();
  return effect.game_ends ? `${how} ${m['bonfire.ends_game']()}` : how;
}

export const describe: Describe = { event, ask, choice };
