import { isGame, type GameName } from '../games/registry.ts';
import type { Option } from '../park/facts.ts';
import { m } from '../words/words.ts';

/** Words by an option's name, and of its values by `name.value_…`. */
export type Listed = Record<string, () => string>;

// One chunk a game: the first load needs none of these words.
const lists: Record<GameName, () => Promise<{ listed: Listed }>> = {
  monty: () => import('./options/monty.ts'),
  dog: () => import('./options/dog.ts'),
  dogpile: () => import('./options/dogpile.ts'),
  bonfire: () => import('./options/bonfire.ts'),
  breath: () => import('./options/breath.ts'),
};

/** House rules in the page's language; the server's words for those that the page does not know. */
export class Wording {
  constructor(private readonly listed: Listed) {}

  /** What an option decides. */
  label(option: Option): string {
    return this.listed[option.name]?.() ?? option.words;
  }

  /** A value as people read it. */
  value(option: Option, value: unknown): string {
    const known = this.listed[`${option.name}.value_${value}`];
    if (known) return known();
    if (option.kind === 'seat')
      return value === 'random' ? m['lobby.at_random']() : m['here.seat']({ number: Number(value) + 1 });
    if (option.kind === 'cells' && value === 'none') return m['option.nothing']();
    if (option.kind === 'choice' && value === 'on') return m['option.on']();
    if (option.kind === 'choice' && value === 'off') return m['option.off']();
    return Array.isArray(value) ? value.join(', ') : String(value).replaceAll('_', ' ');
  }

  /** What it usually is, and what else it may be where that cannot be seen. */
  bounds(option: Option): string {
    const usual = m['option.usual']({ value: this.value(option, option.default) });
    const range = rangeOf(option);
    return range ? `${usual} · ${range}` : usual;
  }
}

function rangeOf(option: Option): string | null {
  switch (option.kind) {
    case 'whole':
      return m['option.from_to']({ low: option.low, high: option.high });
    case 'wholes':
      return m['option.each_from_to']({ low: option.low, high: option.high });
    case 'split':
      return m['option.together']({ low: option.low, total: option.total });
    case 'cells':
      return m['option.cells']({
        most: option.most,
        right: option.width - 1,
        bottom: option.height - 1,
      });
    default:
      return null;
  }
}

const servers = new Wording({});

/** The words of a game's house rules; the server's own where they cannot be had. */
export function wordingOf(game: string): Promise<Wording> {
  if (!isGame(game)) return Promise.resolve(servers);
  return lists[game]().then(
    ({ listed }) => new Wording(listed),
    () => servers,
  );
}
