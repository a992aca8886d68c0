import { describe, expect, test } from 'vitest';
import { nearest, SPOTS, spread, step } from './patch.ts';

const PHONE = spread(374, 400);
const DESKTOP = spread(1000, 480);

describe('the patch', () => {
  test.each([
    ['a phone', 374, 400],
    ['a desktop', 1000, 480],
    ['a small phone', 344, 380],
  ])('has room for 54 spots on %s that no finger misses', (_, width, height) => {
    const { places, wide, high, rows } = spread(width, height);
    expect(places).toHaveLength(SPOTS);
    expect(rows.reduce((sum, count) => sum + count)).toBe(SPOTS);
    expect(Math.min(wide, high)).toBeGreaterThan(43.5);
    for (const { x, y } of places) {
      expect(x - wide / 2).toBeGreaterThanOrEqual(0);
      expect(x + wide / 2).toBeLessThanOrEqual(width + 0.01);
      expect(y + high / 2).toBeLessThanOrEqual(height + 0.01);
    }
  });

  test.each([PHONE, DESKTOP])('can be walked from any spot to any other by arrow keys', (patch) => {
    const seen = new Set([0]);
    for (const spot of seen)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) seen.add(step(patch, spot, key));
    expect(seen.size).toBe(SPOTS);
  });

  test('ends at its edges, and other keys lead nowhere', () => {
    expect(step(PHONE, 0, 'ArrowLeft')).toBe(0);
    expect(step(PHONE, SPOTS - 1, 'ArrowDown')).toBe(SPOTS - 1);
    expect(step(PHONE, 7, 'k')).toBe(7);
  });

  test('knows the nearest of some spots', () => {
    expect(nearest(PHONE, [54, 2, 30], 1)).toBe(2);
    expect(nearest(PHONE, [], 1)).toBeNull();
  });
});
