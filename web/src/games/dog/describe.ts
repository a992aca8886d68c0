import type { Choice } from '../../park/prompts.ts';
import type { Player } from '../../table/players.ts';
import { m } from '../../words/words.ts';
import type { Describe } from '../contract.ts';
import type { CardName, DogView, Moved } from './view.ts';

/** DOG in the reader's language, with the players' names where the server says colours. */
const FACES: Record<string, () => string> = {
  A: () => m['dog.card_ace'](),
  J: () => m['dog.card_jack'](),
  Q: () => m['dog.card_queen'](),
  K: () => m['dog.card_king'](),
  X: () => m['dog.card_joker'](),
};

const USES: Record<string, () => string> = {
  start: () => m['dog.use_start'](),
  back: () => m['dog.use_back'](),
  split: () => m['dog.use_split'](),
  swap: () => m['dog.use_swap'](),
  null: () => m['dog.use_null'](),
};

/** What a card is used for as a matter of course. */
const PLAIN: Record<string, string> = { '7': 'split', J: 'swap', Q: '12' };

export const cardName = (card: CardName): string => FACES[card]?.() ?? card;

const cardNames = (cards: CardName[]): string => cards.map(cardName).join(', ');

/** A card with what it is used for, where that is not plain: `ace as 11`. */
export function playName(card: CardName, use: string): string {
  if (use === card || PLAIN[card] === use)
    return cardName(card);
  return m['dog.card_as']({ card: cardName(card), use: USES[use]?.() ?? use });
}

/** `16*`, `F2.3`, `U5+`, `kennel`: as said in a sentence. */
export function placeName(at: string): string {
  if (at === 'kennel') return m['dog.place_kennel']();
  const finish = /^F\d\.(\d)/.exec(at);
  if (finish) return m['dog.place_finish']({ number: finish[1]! });
  const path = /^[UV]\d+/.exec(at);
  if (path) return m['dog.place_path']({ name: path[0] });
  return m['dog.place_field']({ number: at.replace('*', '') });
}

const named = (players: readonly Player[], seat: number): string => players[seat]?.name ?? '';

function listed(words: string[]): string {
  return new Set(words).size < 2 ? (words[0] ?? '') : [...new Set(words)].join(', ');
}

/** `, sends Ben home`; nothing if nobody is. */
export function hitWords(hits: Moved[], players: readonly Player[]): string {
  if (!hits.length) return '';
  return m['dog.sends_home']({ names: listed(hits.map((hit) => named(players, hit.seat))) });
}

export const goWords = (moved: Moved, hits: Moved[], players: readonly Player[]): string =>
  m['dog.goes']({ from: placeName(moved.from), to: placeName(moved.to) }) + hitWords(hits, players);

const event: Describe['event'] = (happened, players) => {
  const data = (happened.data ?? {}) as Record<string, any>;
  const name = named(players, data['seat']);
  switch (happened.event) {
    case 'dealer':
      return m['dog.on_dealer']({ name });
    case 'round':
      return m['dog.on_round']({
        round: data['round'],
        name: named(players, data['dealer']),
        cards: data['size'],
      });
    case 'round_end':
      return m['dog.on_round_end']({ round: data['round'] });
    case 'reshuffled':
      return m['dog.on_reshuffled']();
    case 'dealt':
      return m['dog.on_dealt']({ name });
    case 'card':
      return m['dog.on_card']({ card: cardName(data['card']) });
    case 'exchange':
      return m['dog.on_exchange']();
    case 'picked':
      return m['dog.on_picked']({ card: cardName(data['card']), name: named(players, data['to']) });
    case 'exchanged':
      return m['dog.on_exchanged']();
    case 'got':
      return m['dog.on_got']({ card: cardName(data['card']), name: named(players, data['from']) });
    case 'folded':
      return data['cards']
        ? m['dog.on_folded']({ name, cards: cardNames(data['cards']) })
        : m['dog.on_folded_hidden']({ name, count: data['count'] });
    case 'laid_down':
      return m['dog.on_laid_down']({ name });
    case 'peg':
      return m['dog.on_peg']({ name });
    case 'played':
      return m['dog.on_played']({ name, play: playName(data['card'], data['use']) });
    case 'started':
      return m['dog.on_started']({ name });
    case 'null':
      return m['dog.on_null']();
    case 'moved':
    case 'step':
      return m['dog.on_moved']({ name, from: placeName(data['from']), to: placeName(data['to']) });
    case 'entered':
      return m['dog.on_entered']({ name });
    case 'swapped': {
      const [one, other] = data['pegs'] as [Moved, Moved];
      return m['dog.on_swapped']({
        name: named(players, one.seat),
        from: placeName(one.from),
        other: named(players, other.seat),
        to: placeName(other.from),
      });
    }
    case 'hit':
      return m['dog.on_hit']({ name, at: placeName(data['at']) });
    case 'done':
      return m['dog.on_done']({ name, partner: named(players, data['partner']) });
    case 'team_done':
      return m['dog.on_team_done']({ names: teamNames(data['seats'], players) });
    case 'turn':
      return m['dog.on_turn']({ name });
    case 'game_over':
      return data['winners']?.length
        ? m['dog.on_won']({ names: teamNames(data['winners'], players) })
        : m['dog.on_nobody_won']();
    default:
      return null;
  }
};

const teamNames = (seats: number[], players: readonly Player[]): string =>
  m['dog.both']({ one: named(players, seats[0]!), other: named(players, seats[1]!) });

const ask: Describe['ask'] = (prompt, view: DogView, players) => {
  const first = prompt.choices?.[0]?.action;
  if (!first) return null;
  const self = view.players[prompt.seat]!;
  const card = view.card;
  switch (first.do) {
    case 'give':
      return m['dog.ask_give']({ name: named(players, self.partner) });
    case 'fold':
      return m['dog.ask_fold']();
    case 'play':
      return self.moves === prompt.seat
        ? m['dog.ask_play']()
        : m['dog.ask_play_for']({ name: named(players, self.moves) });
    case 'peg':
      return card && m['dog.ask_peg']({ play: playName(card.card, card.use) });
    case 'dest':
      return m['dog.ask_dest']();
    case 'target':
      return m['dog.ask_target']();
    case 'step':
    case 'land':
      return m['dog.ask_step']({ count: card?.left ?? 0 });
    default:
      return null;
  }
};

function choice(choice: Choice, view: DogView, players: readonly Player[]): string | null {
  const { action, effect = {} } = choice;
  const options = (effect['options'] ?? []) as { moves: Moved[]; hits: Moved[] }[];
  const reached = listed(options.map(({ moves, hits }) => goWords(moves[0]!, hits, players)));
  switch (action.do) {
    case 'give':
      return m['dog.do_give']({ card: cardName(action['card']), name: named(players, effect['to']) });
    case 'play': {
      const play = playName(action['card'], action['use']);
      return reached ? m['dog.do_play']({ play, reached }) : m['dog.do_play_plain']({ play });
    }
    case 'peg': {
      const peg = view.players[view.card!.moves]!.pegs[action['peg']]!;
      return reached || m['dog.do_swap_peg']({ at: placeName(peg.at) });
    }
    case 'dest':
    case 'step': {
      const moved = ((effect['moves'] ?? []) as Moved[]).find(
        (one) => action.do === 'dest' || one.peg === action['peg'],
      );
      return moved ? goWords(moved, effect['hits'] ?? [], players) : null;
    }
    case 'target': {
      const peg = view.players[action['seat']]!.pegs[action['peg']]!;
      return m['dog.do_swap']({ name: named(players, action['seat']), at: placeName(peg.at) });
    }
    case 'fold':
      return m['dog.do_fold']();
    case 'land':
      return m['dog.do_land']();
    default:
      return null;
  }
}

export const describe: Describe = { event, ask, choice };
