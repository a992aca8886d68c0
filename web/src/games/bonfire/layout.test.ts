import { describe, expect, test } from 'vitest';
import { PLACE_HIGH, layout } from './layout.ts';

const SIZES = [
  [360, 560],
  [390, 600],
  [820, 900],
  [1280, 495],
  [1440, 670],
  [3840, 1900],
] as const;

describe.each([2, 3, 4])('%i players', (count) => {
  test.each(SIZES)('sit within a box of %i by %i and apart from each other', (width, height) => {
    for (let me = 0; me < count; me++) {
      const at = layout(width, height, count, me);
      expect(at.wide * at.scale).toBeCloseTo(width);
      expect(at.places.map((one) => one.seat).sort()).toEqual([...Array(count).keys()]);
      expect(at.places[0]!.seat).toBe(me);
      for (const one of at.places) {
        expect(one.x - one.wide / 2).toBeGreaterThanOrEqual(0);
        expect(one.x + one.wide / 2).toBeLessThanOrEqual(at.wide + 0.01);
        expect(one.y + PLACE_HIGH / 2).toBeLessThanOrEqual(at.high + 0.01);
        for (const other of at.places) {
          if (other === one) continue;
          const beside = Math.abs(one.x - other.x) >= (one.wide + other.wide) / 2 - 0.01;
          const above = Math.abs(one.y - other.y) >= PLACE_HIGH - 0.01;
          expect(beside || above).toBe(true);
        }
      }
      expect(at.dice.y).toBeGreaterThan(at.fire.y);
      expect(at.tray.y).toBeGreaterThan(at.dice.y);
    }
  });
});
