import { describe, expect, test } from 'vitest';
import { distance, layoutOf, type Point } from './geometry.ts';
import { position } from './made_up.ts';

const HOLES_APART = 0.72; // a hole is 0.66 wide

describe.each([4, 6] as const)('the board for %i', (players) => {
  const view = position(players);

  test.each(Array.from({ length: players }, (_, seat) => seat))(
    'has no two holes on each other and the star of seat %i at the bottom',
    (seat) => {
      const layout = layoutOf(view, seat);
      const holes: Point[] = [...layout.fields.values(), ...layout.places.flatMap((place) => place.kennel)];
      expect(holes).toHaveLength(view.board.track + (players === 6 ? 30 : 0) + 8 * players);
      holes.forEach((hole, k) => {
        for (const other of holes.slice(k + 1)) expect(distance(hole, other)).toBeGreaterThan(HOLES_APART);
        expect(Math.abs(hole.x)).toBeLessThan(layout.wide / 2);
        expect(Math.abs(hole.y)).toBeLessThan(layout.high / 2);
      });
      const { star } = layout.places[seat]!;
      expect(star.x).toBeCloseTo(0);
      expect(star.y).toBe(Math.max(...[...layout.fields.values()].map((point) => point.y)));
    },
  );

  test('runs anticlockwise in even steps', () => {
    const { fields, places } = layoutOf(view, 0);
    for (let field = 0; field < view.board.track; field++) {
      const far = distance(fields.get(field)!, fields.get((field + 1) % view.board.track)!);
      expect(far).toBeGreaterThan(0.9);
      expect(far).toBeLessThan(1.02);
    }
    expect(places[1]!.star.x).toBeGreaterThan(5);
  });
});
