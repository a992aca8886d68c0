/**
 * Which dog is where: each of the pack is somebody, who walks from the dark to whoever tamed it and
 * back. `null` is the pack.
 */
export type Homes = readonly (number | null)[];

export function settled(before: Homes, pack: number, tamed: readonly number[]): Homes {
  const total = tamed.reduce((sum, dogs) => sum + dogs, pack);
  const homes: (number | null)[] = Array.from({ length: total }, (_, dog) => before[dog] ?? null);
  const have = (seat: number) => homes.filter((home) => home === seat).length;
  tamed.forEach((dogs, seat) => {
    for (let spare = have(seat) - dogs; spare > 0; spare--) homes[homes.lastIndexOf(seat)] = null;
  });
  tamed.forEach((dogs, seat) => {
    for (let missing = dogs - have(seat); missing > 0; missing--) {
      // From all round the ring, not one after the other.
      const free = homes.flatMap((home, dog) => (home === null ? [dog] : []));
      const chosen = free[(seat * 7 + missing * 5) % free.length];
      if (chosen !== undefined) homes[chosen] = seat;
    }
  });
  return homes;
}
