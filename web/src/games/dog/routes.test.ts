import { describe, expect, test } from 'vitest';
import { position } from './made_up.ts';
import { routeOf } from './routes.ts';

describe('the way a peg walks', () => {
  test('goes on over the end of the track', () => {
    const view = position(4, { 1: [62] });
    expect(routeOf(view, 1, 0, 62, 2)).toEqual([62, 63, 0, 1, 2]);
  });

  test('turns into the finish at the own star, not at others', () => {
    const view = position(4, { 0: [62] });
    expect(routeOf(view, 0, 0, 62, 66)).toEqual([62, 63, 0, 64, 65, 66]);
  });

  test('goes back four, and back into the finish', () => {
    const view = position(4, { 0: [2] });
    expect(routeOf(view, 0, 0, 2, 62)).toEqual([2, 1, 0, 63, 62]);
    expect(routeOf(view, 0, 0, 2, 65)).toEqual([2, 1, 0, 64, 65]);
  });

  test('takes a central path, keeps its heading there and comes out at the far end', () => {
    const view = position(6, { 0: [6], 1: [97] });
    expect(routeOf(view, 0, 0, 6, 98)).toEqual([6, 7, 8, 96, 97, 98]);
    view.players[1]!.pegs[0]!.heading = -1;
    expect(routeOf(view, 1, 0, 97, 10)).toEqual([97, 96, 8, 9, 10]);
  });

  test('is a leap from and to the kennel', () => {
    const view = position(4);
    expect(routeOf(view, 2, 1, -1, 32)).toEqual([-1, 32]);
  });
});
