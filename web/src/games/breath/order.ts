import { rank, sizeOf, type CardName, type Counts } from './cards.ts';

/** The hand in the order its owner keeps it; cards that are new come last. */
export function arranged(kept: readonly CardName[], hand: Counts): CardName[] {
  const left: Record<CardName, number> = { ...hand };
  const taken = (card: CardName) => {
    if (!left[card]) return false;
    left[card] -= 1;
    return true;
  };
  const order = kept.filter(taken);
  const fresh = Object.keys(left).sort((one, other) => rank(one) - rank(other));
  for (const card of fresh) while (taken(card)) order.push(card);
  return order;
}

/** One card put elsewhere in the row. */
export function moved(order: readonly CardName[], from: number, to: number): CardName[] {
  const rest = order.toSpliced(from, 1);
  return rest.toSpliced(to, 0, order[from]!);
}

/** A name for each copy, so that every card of the row stays itself. */
export function copies(order: readonly CardName[]): { card: CardName; key: string; nth: number }[] {
  const seen = new Map<CardName, number>();
  return order.map((card) => {
    const nth = seen.get(card) ?? 0;
    seen.set(card, nth + 1);
    return { card, key: `${card}#${nth}`, nth };
  });
}

// Orders are kept in this browser alone, those of the last few hands.
const KEY = 'dogpark.breath.hands';
const KEPT = 20;
type Kept = Record<string, CardName[]>;

function all(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

export function orderAt(table: string, seat: number, hand: Counts): CardName[] {
  return arranged(all()[`${table}/${seat}`] ?? [], hand).slice(0, sizeOf(hand));
}

export function keepOrder(table: string, seat: number, order: readonly CardName[]): void {
  const { [`${table}/${seat}`]: _, ...others } = all();
  const kept = [...Object.entries(others), [`${table}/${seat}`, order]].slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // no room, or none allowed: then the order lasts as long as the page
  }
}
