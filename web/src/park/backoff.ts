/** Milliseconds before the given try (from 0): twice as long each time, never exactly, lest all come at once. */
export function wait(attempt: number, first = 250, longest = 10_000): number {
  return Math.min(longest, first * 2 ** Math.min(attempt, 20)) * (0.5 + Math.random() / 2);
}
