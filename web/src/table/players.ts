import { figureOf, type Figure } from '../look/figures.ts';
import { m } from '../words/words.ts';
import type { TableInfo } from '../wire/types.ts';

/** Somebody at the table, as the page shows them. */
export interface Player extends Figure {
  seat: number;
  name: string;
  /** Whether it is a seat of ours. */
  mine: boolean;
  /** The level of the bot that plays, if one does. */
  bot: string | null;
  away: boolean;
  team: number | null;
}

/** Bots are dogs too. */
const BOT_NAMES = ['Biscuit', 'Moss', 'Pepper', 'Rusty', 'Olive', 'Juno'];

/** Everybody, by seat. `names` are what people on one device call their seats. */
export function playersOf(
  info: TableInfo,
  mine: readonly number[],
  names: readonly string[] = [],
): Player[] {
  return info.seats.map((there) => ({
    ...figureOf(there.seat),
    seat: there.seat,
    name:
      (mine.includes(there.seat) && names[there.seat]) ||
      there.person?.name ||
      (there.bot ? BOT_NAMES[there.seat]! : m['table.free_seat']({ number: there.seat + 1 })),
    mine: mine.includes(there.seat),
    bot: there.bot ?? null,
    away: there.away ?? false,
    team: there.team ?? null,
  }));
}
