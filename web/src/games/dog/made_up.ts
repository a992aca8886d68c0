import { KENNEL, type DogView, type PegSeen } from './view.ts';

/** Positions for the tests: all pegs at home but those that are named, by seat. */
export function position(players: 4 | 6, pegs: Record<number, number[]> = {}): DogView {
  const track = 16 * players;
  const base = players === 4 ? 64 : 126;
  const fields = (first: number) => Array.from({ length: 15 }, (_, k) => first + k);
  const peg = (id: number): PegSeen => ({ at: id === KENNEL ? 'kennel' : String(id), id, fresh: false, heading: 0 });
  return {
    phase: 'turn',
    round: 1,
    size: 6,
    dealer: 3,
    turn: 0,
    board: {
      track,
      paths:
        players === 4
          ? []
          : [
              { name: 'U', ends: [8, 56], fields: fields(96) },
              { name: 'V', ends: [24, 72], fields: fields(111) },
            ],
    },
    players: Array.from({ length: players }, (_, seat) => ({
      seat,
      partner: (seat + players / 2) % players,
      star: 16 * seat,
      finish: [0, 1, 2, 3].map((k) => base + 4 * seat + k),
      moves: seat,
      pegs: [0, 1, 2, 3].map((k) => peg(pegs[seat]?.[k] ?? KENNEL)),
      safe: 0,
      cards: 6,
      folded: false,
    })),
    teams: [],
    card: null,
    draw: 84,
    discard: {},
    face_down: 0,
    result: null,
    hand: [],
  };
}
