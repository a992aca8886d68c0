import { movesOf, type Choice, type Move, type Prompt } from '../../park/prompts.ts';

/** Every way to share a number among so many, in the order in which the server counts them. */
export function splitsOf(number: number, size: number): number[][] {
  if (size === 1) return [[number]];
  return Array.from({ length: number + 1 }, (_, share) =>
    splitsOf(number - share, size - 1).map((rest) => [share, ...rest]),
  ).flat();
}

/** Every order of these seats, in the order in which the server counts them. */
export function ordersOf(seats: readonly number[]): number[][] {
  if (seats.length < 2) return [[...seats]];
  return seats.flatMap((first) =>
    ordersOf(seats.filter((seat) => seat !== first)).map((rest) => [first, ...rest]),
  );
}

/** A list of small numbers as the key of a deal. */
export const dealKey = (values: readonly number[]): string => values.join('-');

/** The offers that the prompt allows, each under its shares (by seat) or its order. */
export function dealsIn(
  prompt: Prompt,
  matter: 'split' | 'order',
  members: readonly number[],
  number: number,
): Map<string, Move> {
  const deals = new Map<string, Move>();
  const seats = [...members].sort((a, b) => a - b);
  const all = matter === 'split' ? splitsOf(number, seats.length) : ordersOf(seats);
  for (const move of movesOf(prompt)) {
    const index: unknown = move['split'] ?? move['order'];
    const deal = typeof index === 'number' ? all[index] : undefined;
    if (deal) deals.set(dealKey(deal), move);
  }
  return deals;
}

/** As even as it gets, the first ones taking what is left over: where a split begins. */
export function evenSplit(number: number, size: number): number[] {
  const share = Math.floor(number / size);
  return Array.from({ length: size }, (_, at) => share + (at < number % size ? 1 : 0));
}

/** One space goes from one to another; the same split if there is none to give. */
export function give(split: readonly number[], from: number, to: number): number[] {
  if (from === to || !split[from]) return [...split];
  return split.map((share, at) => share + (at === to ? 1 : 0) - (at === from ? 1 : 0));
}

/** Who can best spare a space for this one: whoever has the most, the next in line first. */
export function giver(split: readonly number[], to: number): number {
  let best = -1;
  for (let step = 1; step < split.length; step++) {
    const at = (to + step) % split.length;
    if (split[at]! > (best < 0 ? 0 : split[best]!)) best = at;
  }
  return best;
}

/** Who takes a space that this one gives up: whoever has the fewest, the next in line first. */
export function taker(split: readonly number[], from: number): number {
  let best = -1;
  for (let step = 1; step < split.length; step++) {
    const at = (from + step) % split.length;
    if (best < 0 || split[at]! < split[best]!) best = at;
  }
  return best;
}

/** The choices that are made at a cell of the table, by cell; and those that are not. */
export function placed(prompt: Prompt | null): { cells: Map<string, Move[]>; rest: Move[] } {
  const cells = new Map<string, Move[]>();
  const rest: Move[] = [];
  if (!prompt) return { cells, rest };
  const effects = new Map(prompt.choices?.map((choice: Choice) => [choice.action, choice.effect]));
  for (const move of movesOf(prompt)) {
    const cell: unknown = effects.get(move)?.['cell'] ?? (move.do === 'start' ? [move['x'], move['y']] : null);
    if (Array.isArray(cell)) {
      const key = cell.join(',');
      cells.set(key, [...(cells.get(key) ?? []), move]);
    } else rest.push(move);
  }
  return { cells, rest };
}
