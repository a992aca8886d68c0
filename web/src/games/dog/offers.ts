import type { Choice, Move, Prompt } from '../../park/prompts.ts';
import type { CardName, DogView, Moved } from './view.ts';

/**
 * What the prompt offers, laid out over hand and board. A card is only picked up at first: what it
 * can reach is lit from the prompt's own data, and nothing is sent until peg and field are clear.
 */
export interface Pick {
  card: CardName | null;
  /** One of the joker's uses that is not a plain move. */
  use: 'swap' | null;
  peg: PegKey | null;
  field: number | null;
  /** The last step of a seven waits here for a word that it is meant. */
  held: Move | null;
}
export const NOTHING: Pick = { card: null, use: null, peg: null, field: null, held: null };

export type PegKey = `${number}.${number}`;
export const pegKey = (seat: number, peg: number): PegKey => `${seat}.${peg}`;

/** One way to go: the moves to send in turn (later ones found by what they do), and where it leads. */
export interface Way {
  first: Move;
  choice: Choice;
  moved: Moved;
  hits: Moved[];
  /** What stands on the field: how far it goes, where a card can go several ways. */
  count: string | null;
  /** Whether a peg and a destination are still to be told. */
  then: boolean;
}

export interface Chip {
  key: 'give' | 'seven' | 'swap' | 'null' | 'fold' | 'land' | 'finish';
  choice: Choice | null;
  move: Move | null;
}

export interface Offers {
  /** The kinds of cards that can be picked up. */
  cards: Set<CardName>;
  ways: Way[];
  /** Pegs that answer as they are: to be swapped, or the other peg of a swap. */
  plain: Map<PegKey, Choice>;
  chips: Chip[];
}

const NUMBER = /^\d+$/;

const isDo = (choice: Choice, name: string): boolean => choice.action.do === name;

function waysOf(choice: Choice, then: boolean, count: string | null): Way[] {
  const effects = choice.effect?.options ?? (choice.effect?.moves ? [choice.effect] : []);
  return effects.flatMap((effect: { moves: Moved[]; hits: Moved[] }) => {
    const moved = effect.moves[0];
    return moved ? [{ first: choice.action, choice, moved, hits: effect.hits, count, then }] : [];
  });
}

export function offersOf(prompt: Prompt | null, view: DogView, pick: Pick): Offers {
  const offers: Offers = { cards: new Set(), ways: [], plain: new Map(), chips: [] };
  if (!prompt?.choices) return offers;
  for (const choice of prompt.choices) {
    const action = choice.action;
    if (isDo(choice, 'give')) {
      offers.cards.add(action.card);
      if (pick.card === action.card) offers.chips.push({ key: 'give', choice, move: action });
    } else if (isDo(choice, 'play')) {
      offers.cards.add(action.card);
      if (pick.card === action.card) offerPlay(offers, choice, pick);
    } else if (isDo(choice, 'peg')) {
      const ways = waysOf(choice, true, null);
      offers.ways.push(...ways);
      if (!ways.length) offers.plain.set(pegKey(view.card!.moves, action.peg), choice);
    } else if (isDo(choice, 'dest')) {
      offers.ways.push(...waysOf(choice, false, null));
    } else if (isDo(choice, 'target')) {
      offers.plain.set(pegKey(action.seat, action.peg), choice);
    } else if (isDo(choice, 'step')) {
      const own = choice.effect?.moves?.find(
        (moved: Moved) => moved.seat === view.card!.moves && moved.peg === action.peg,
      );
      if (own)
        offers.ways.push({
          first: action,
          choice,
          moved: own,
          hits: choice.effect!.hits,
          count: null,
          then: false,
        });
    } else if (isDo(choice, 'fold') || isDo(choice, 'land')) {
      offers.chips.push({ key: action.do as 'fold' | 'land', choice, move: action });
    }
  }
  if (pick.held) offers.chips.push({ key: 'finish', choice: null, move: pick.held });
  return offers;
}

function offerPlay(offers: Offers, choice: Choice, pick: Pick): void {
  const { card, use } = choice.action as unknown as { card: CardName; use: string };
  if (use === 'split') offers.chips.push({ key: 'seven', choice, move: choice.action });
  else if (use === 'null') offers.chips.push({ key: 'null', choice, move: choice.action });
  else if (use === 'swap') {
    if (card === 'X' && pick.use !== 'swap') offers.chips.push({ key: 'swap', choice, move: null });
    else
      for (const peg of choice.effect?.pegs ?? [])
        offers.plain.set(pegKey(choice.effect!.seat, peg), choice);
  } else if (pick.use === null) {
    const several = card === 'A' || card === 'X' || card === '4' || card === 'K';
    const count = use === 'back' ? '−4' : NUMBER.test(use) ? use : null;
    offers.ways.push(...waysOf(choice, use !== 'start', several ? count : null));
  }
}

/** The ways that fit what was picked so far. */
export function fitting(offers: Offers, pick: Pick): Way[] {
  return offers.ways.filter(
    ({ moved }) =>
      (pick.peg === null || pegKey(moved.seat, moved.peg) === pick.peg) &&
      (pick.field === null || moved.to_id === pick.field),
  );
}

/** Next in a chain that was begun: the choice that names this peg, or leads to this field. */
export function nextOf(prompt: Prompt, peg: PegKey, field: number | null, view: DogView): Choice | null {
  for (const choice of prompt.choices ?? []) {
    if (isDo(choice, 'peg') && pegKey(view.card!.moves, choice.action.peg) === peg) return choice;
    if (isDo(choice, 'dest') && field !== null && choice.effect?.moves?.[0]?.to_id === field) return choice;
  }
  return null;
}
