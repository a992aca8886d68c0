import type { DogView } from './view.ts';

/** How a peg came from one field to another, for drawing it: no rule is judged here. */
const FARTHEST = 13;

interface Standing {
  field: number;
  heading: number;
}
type Ways = (from: Standing) => Standing[];

function forwards(view: DogView, seat: number): Ways {
  const { track, paths } = view.board;
  const { star, finish } = view.players[seat]!;
  return ({ field, heading }) => {
    if (field < track) {
      const ways: Standing[] = [{ field: (field + 1) % track, heading: 0 }];
      if (field === star) ways.push({ field: finish[0]!, heading: 0 });
      for (const path of paths) {
        if (path.ends[0] === field) ways.push({ field: path.fields[0]!, heading: 1 });
        if (path.ends[1] === field) ways.push({ field: path.fields.at(-1)!, heading: -1 });
      }
      return ways;
    }
    for (const path of paths) {
      const at = path.fields.indexOf(field);
      if (at < 0) continue;
      const next = path.fields[at + heading];
      return next === undefined
        ? [{ field: path.ends[heading > 0 ? 1 : 0], heading: 0 }]
        : [{ field: next, heading }];
    }
    const next = finish[finish.indexOf(field) + 1];
    return next === undefined ? [] : [{ field: next, heading: 0 }];
  };
}

function backwards(view: DogView, seat: number): Ways {
  const { track } = view.board;
  const onwards = forwards(view, seat);
  return (from) => {
    if (from.field >= track) return onwards(from);
    const ways: Standing[] = [{ field: (from.field + track - 1) % track, heading: 0 }];
    if (from.field === view.players[seat]!.star)
      ways.push({ field: view.players[seat]!.finish[0]!, heading: 0 });
    return ways;
  };
}

function search(ways: Ways, start: Standing, goal: number, farthest: number): number[] | null {
  let front: { standing: Standing; route: number[] }[] = [{ standing: start, route: [start.field] }];
  for (let step = 0; step < farthest; step++) {
    front = front.flatMap(({ standing, route }) =>
      ways(standing).map((next) => ({ standing: next, route: [...route, next.field] })),
    );
    const found = front.find(({ standing }) => standing.field === goal);
    if (found) return found.route;
  }
  return null;
}

/** The fields from the one to the other, both included; just the two if there is no such walk. */
export function routeOf(view: DogView, seat: number, peg: number, from: number, to: number): number[] {
  const start = { field: from, heading: view.players[seat]!.pegs[peg]!.heading };
  return (
    (from < 0 || to < 0
      ? null
      : (search(forwards(view, seat), start, to, FARTHEST) ??
        search(backwards(view, seat), start, to, 4))) ?? [from, to]
  );
}
