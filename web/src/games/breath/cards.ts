import { m } from '../../words/words.ts';

/** The server's name of a sort of card: `meat-butt-night`, `bone`, `scavenger`, `guard-dog`. */
export type CardName = string;
/** How many of each sort; those that are not there are left out. */
export type Counts = Readonly<Record<CardName, number>>;

export const KINDS = ['vege', 'poop', 'meat'] as const;
export type FoodKind = (typeof KINDS)[number];

export interface Food {
  kind: FoodKind;
  exit: 'snout' | 'butt';
  time: 'day' | 'night';
}

/** What a food card shows; null for bones and specials. */
export function foodOf(card: CardName): Food | null {
  const [kind, exit, time] = card.split('-');
  if (!KINDS.includes(kind as FoodKind)) return null;
  return { kind, exit, time } as Food;
}

const SPECIALS = ['bone', 'scavenger', 'guard-dog'];

/** Where a card stands among all: by kind, exit and time, then bones and specials. */
export function rank(card: CardName): number {
  const food = foodOf(card);
  if (!food) return 100 + SPECIALS.indexOf(card);
  return (
    (2 - KINDS.indexOf(food.kind)) * 10 + (food.exit === 'butt' ? 2 : 0) + (food.time === 'night' ? 1 : 0)
  );
}

/** Every card by itself, in the usual order. */
export function spread(counts: Counts): CardName[] {
  return Object.keys(counts)
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((card) => Array<CardName>(counts[card]!).fill(card));
}

export function sizeOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Each by its whole key: whatever is looked up otherwise would load every game's words. */
export const SIGN_WORDS = {
  vege: m['breath.vege'],
  poop: m['breath.poop'],
  meat: m['breath.meat'],
  snout: m['breath.snout'],
  butt: m['breath.butt'],
  day: m['breath.day'],
  night: m['breath.night'],
};

/** What a card is called, in the language shown. */
export function cardWords(card: CardName): string {
  const food = foodOf(card);
  if (food)
    return m['breath.food']({
      kind: SIGN_WORDS[food.kind](),
      exit: SIGN_WORDS[food.exit](),
      time: SIGN_WORDS[food.time](),
    });
  if (card === 'bone') return m['breath.bone']();
  return card === 'scavenger' ? m['breath.scavenger']() : m['breath.guard_dog']();
}

export function countsWords(counts: Counts): string {
  return Object.keys(counts)
    .sort((one, other) => rank(one) - rank(other))
    .map((card) =>
      counts[card] === 1
        ? cardWords(card)
        : m['breath.times']({ count: counts[card]!, card: cardWords(card) }),
    )
    .join(', ');
}

export function pointsWords(count: number): string {
  return Math.abs(count) === 1 ? m['breath.point']({ count }) : m['breath.points']({ count });
}

/** Where a card of the grid lies; places count from 1. */
export function placeWords(place: number, columns: number): string {
  return m['breath.place']({
    row: Math.ceil(place / columns),
    column: ((place - 1) % columns) + 1,
  });
}
