import type { Happened } from '../wire/types.ts';

/**
 * Whether somebody in this seat may know of it; null for whoever merely watches. Two people who share
 * a device share its socket too, so what only one of them may know is kept apart here.
 */
export function isFor(one: Happened, seat: number | null): boolean {
  return !one.to?.length || (seat !== null && one.to.includes(seat));
}
