import type { Happened } from '../../wire/types.ts';
import { COLOURS, type BonfireView, type Sticks, type Villagers } from './view.ts';

type Data = Record<string, any>;
const plus = (one: Sticks, more: Partial<Sticks>, times = 1): Sticks => ({
  meat: one.meat + times * (more.meat ?? 0),
  charcoal: one.charcoal + times * (more.charcoal ?? 0),
  fire: one.fire + times * (more.fire ?? 0),
});
const NONE: Sticks = { meat: 0, charcoal: 0, fire: 0 };

function seated(view: BonfireView, seat: number, change: (one: Villagers) => Partial<Villagers>): BonfireView {
  return {
    ...view,
    players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)),
  };
}

/** Sticks go from the bonfire to a seat; a negative count goes back. */
function moved(view: BonfireView, seat: number, sticks: Partial<Sticks>, times = 1): BonfireView {
  return {
    ...seated(view, seat, (one) => ({ sticks: plus(one.sticks, sticks, times) })),
    bonfire: plus(view.bonfire, sticks, -times),
  };
}

function dogsHome(view: BonfireView, seat: number, change: Partial<Villagers>): BonfireView {
  const there = view.players.find((one) => one.seat === seat)!;
  return { ...seated(view, seat, () => ({ dogs: 0, ...change })), pack: view.pack + there.dogs };
}

/**
 * The table after one event, so that a moment of many can be shown one by one. It only repeats what
 * the events say; the server's view comes last in any case.
 */
export function after(view: BonfireView, happened: Happened): BonfireView {
  const data = (happened.data ?? {}) as Data;
  switch (happened.event) {
    case 'dice':
      return { ...view, dice: { seat: data.seat, faces: data.dice } };
    case 'turn':
      return { ...view, turn: data.seat, asked: data.seat };
    case 'round':
      return { ...view, round: data.round };
    case 'took':
      return moved(view, data.seat, data.sticks);
    case 'returned':
    case 'defended':
      return moved(view, data.seat, data.sticks, -1);
    case 'exchanged':
      return moved(moved(view, data.seat, data.gives, -1), data.seat, data.gets);
    case 'stole': {
      const one = { [data.colour]: 1 };
      return moved(moved(view, data.from, one, -1), data.seat, one);
    }
    case 'tamed':
      return {
        ...seated(moved(view, data.seat, { meat: data.meat }, -1), data.seat, (one) => ({
          dogs: one.dogs + data.dogs,
        })),
        pack: view.pack - data.dogs,
      };
    case 'assaulted':
      return seated(view, data.seat, (one) => ({ villagers: one.villagers - data.fainted }));
    case 'revived':
      return dogsHome(view, data.seat, {
        villagers: data.villagers,
        stand_up_next: data.villagers - 1,
        lives: data.villagers,
      });
    case 'knocked_out': {
      const there = view.players.find((one) => one.seat === data.seat)!;
      return dogsHome(moved(view, data.seat, there.sticks, -1), data.seat, {
        villagers: 0,
        stand_up_next: 0,
        lives: 0,
        knocked_out: true,
      });
    }
    case 'sticks_home':
      return {
        ...view,
        bonfire: view.players.reduce((sum, one) => plus(sum, one.sticks), view.bonfire),
        players: view.players.map((one) =>
          COLOURS.some((colour) => one.sticks[colour]) ? { ...one, sticks: NONE } : one,
        ),
      };
    default:
      return view;
  }
}

/** One stick on its way: from and to a seat, or the bonfire (null). */
export interface Flight {
  colour: keyof Sticks;
  from: number | null;
  to: number | null;
}

/** Which sticks an event sends on their way. */
export function flights(view: BonfireView, happened: Happened): Flight[] {
  const data = (happened.data ?? {}) as Data;
  const many = (sticks: Partial<Sticks>, from: number | null, to: number | null): Flight[] =>
    COLOURS.flatMap((colour) => Array(sticks[colour] ?? 0).fill({ colour, from, to }) as Flight[]);
  switch (happened.event) {
    case 'took':
      return many(data.sticks, null, data.seat);
    case 'returned':
    case 'defended':
      return many(data.sticks, data.seat, null);
    case 'exchanged':
      return [...many(data.gives, data.seat, null), ...many(data.gets, null, data.seat)];
    case 'stole':
      return [{ colour: data.colour, from: data.from, to: data.seat }];
    case 'tamed':
      return many({ meat: data.meat }, data.seat, null);
    case 'knocked_out':
      return many(view.players.find((one) => one.seat === data.seat)!.sticks, data.seat, null);
    case 'sticks_home':
      return view.players.flatMap((one) => many(one.sticks, one.seat, null));
    default:
      return [];
  }
}
