import { describe, expect, test } from 'vitest';
import type { Happened } from '../../wire/types.ts';
import { after, flights } from './staged.ts';
import type { BonfireView, Sticks } from './view.ts';

const sticks = (meat = 0, charcoal = 0, fire = 0): Sticks => ({ meat, charcoal, fire });
const player = (seat: number, held: Sticks, more: object = {}) => ({
  seat,
  sticks: held,
  dogs: 0,
  villagers: 3,
  lives: 3,
  stand_up_next: 2,
  knocked_out: false,
  knocked_out_order: null,
  ...more,
});
const table = (...players: ReturnType<typeof player>[]): BonfireView => ({
  phase: 'take',
  round: 1,
  rounds: 5,
  turn: 0,
  asked: 0,
  dice: null,
  die_faces: sticks(2, 2, 2),
  bonfire: players.reduce(
    (left, one) => ({
      meat: left.meat - one.sticks.meat,
      charcoal: left.charcoal - one.sticks.charcoal,
      fire: left.fire - one.sticks.fire,
    }),
    sticks(9, 7, 5),
  ),
  pack: players.reduce((left, one) => left - one.dogs, 25),
  players,
  result: null,
});
const news = (event: string, data: object): Happened => ({ seq: 1, at: 0, event, words: '', data }) as Happened;

function total(view: BonfireView): Sticks {
  return view.players.reduce(
    (sum, one) => ({
      meat: sum.meat + one.sticks.meat,
      charcoal: sum.charcoal + one.sticks.charcoal,
      fire: sum.fire + one.sticks.fire,
    }),
    view.bonfire,
  );
}

describe('a moment shown event by event', () => {
  test('ends a round as the server tells it: sticks taken, dogs tamed, everything home', () => {
    const from = table(player(0, sticks(4, 1, 0)), player(1, sticks(4, 0, 2)));
    let view = after(from, news('took', { seat: 0, sticks: { meat: 1, fire: 1 } }));
    expect(view.bonfire).toEqual(sticks(0, 6, 2));
    view = after(view, news('round_end', { round: 1, end: 'feed' }));
    view = after(view, news('tamed', { seat: 0, dogs: 2, meat: 4, total: 2 }));
    view = after(view, news('tamed', { seat: 1, dogs: 2, meat: 4, total: 2 }));
    expect(flights(view, news('sticks_home', {}))).toHaveLength(5);
    view = after(view, news('sticks_home', {}));
    expect(view.bonfire).toEqual(sticks(9, 7, 5));
    expect(view.players.map((one) => one.dogs)).toEqual([2, 2]);
    expect(view.pack).toBe(21);
  });

  test('lets the last villager fall, the dogs run and the others stand up', () => {
    const from = table(player(0, sticks(1)), player(1, sticks(3), { dogs: 4, villagers: 1 }));
    let view = after(from, news('assaulted', { seat: 1, dogs: 3, fended: 1, fainted: 1 }));
    expect(view.players[1]!.villagers).toBe(0);
    view = after(view, news('revived', { seat: 1, dogs_lost: 4, villagers: 2 }));
    expect(view.players[1]).toMatchObject({ villagers: 2, dogs: 0, lives: 2, stand_up_next: 1 });
    expect(view.pack).toBe(25);
  });

  test.each([
    news('took', { seat: 0, sticks: { meat: 1, charcoal: 1 } }),
    news('exchanged', { seat: 1, gives: { fire: 1 }, gets: { meat: 2 } }),
    news('stole', { seat: 0, from: 1, colour: 'fire' }),
    news('returned', { seat: 1, sticks: { fire: 2 } }),
    news('defended', { seat: 1, pairs: 1, sets: 1, sticks: { meat: 2, charcoal: 1, fire: 1 } }),
    news('knocked_out', { seat: 1, dogs_lost: 0, villagers: 0 }),
    news('tamed', { seat: 1, dogs: 1, meat: 2, total: 1 }),
  ])('never loses a stick or a dog: %#', (happened) => {
    const from = table(player(0, sticks()), player(1, sticks(3, 1, 2)));
    const view = after(from, happened);
    expect(view).not.toBe(from);
    expect(total(view)).toEqual(sticks(9, 7, 5));
    expect(view.players.reduce((sum, one) => sum + one.dogs, view.pack)).toBe(25);
    expect(flights(from, happened).length).toBeGreaterThan(0);
  });

  test('leaves the table as it is where nothing on it moved', () => {
    const from = table(player(0, sticks()), player(1, sticks()));
    expect(after(from, news('said', { words: 'Woof' }))).toBe(from);
  });
});
