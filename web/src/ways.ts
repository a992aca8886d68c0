/** The page's addresses, and what each one shows. */
export type Way =
  | { at: 'home' }
  | { at: 'table'; table: string; invite: string | null }
  | { at: 'replay'; table: string; invite: string | null; seat: number | null; step: number | null }
  | { at: 'rules'; game: string; rule: string | null }
  | { at: 'learn'; game: string }
  | { at: 'me' }
  | { at: 'host' }
  | { at: 'lost' };

const NAME = /^[a-z0-9]+$/;

export function read(url: URL): Way {
  const [room = '', name = '', ...rest] = url.pathname.split('/').filter(Boolean);
  if (rest.length) return { at: 'lost' };
  const invite = url.searchParams.get('invite');
  if (!room) return { at: 'home' };
  if (!name) return room === 'me' || room === 'host' ? { at: room } : { at: 'lost' };
  if (!NAME.test(name)) return { at: 'lost' };
  switch (room) {
    case 't':
      return { at: 'table', table: name, invite };
    case 'replay':
      return { at: 'replay', table: name, invite, seat: number(url, 'seat'), step: number(url, 'step') };
    case 'rules':
      return { at: 'rules', game: name, rule: url.hash.slice(1) || null };
    case 'learn':
      return { at: 'learn', game: name };
    default:
      return { at: 'lost' };
  }
}

function number(url: URL, name: string): number | null {
  const given = url.searchParams.get(name) ?? '';
  return /^\d{1,6}$/.test(given) ? Number(given) : null;
}

const GAMES: Record<string, string> = {
  DOG: 'dog',
  MON: 'monty',
  PILE: 'dogpile',
  BON: 'bonfire',
  BRE: 'breath',
};

/** The game that a rule belongs to, by its id. */
export function gameOfRule(rule: string): string {
  return GAMES[rule.split('-')[0] ?? ''] ?? 'dog';
}

/** Where a rule is told, by its id: `DOG-5.2` is on DOG's page. */
export function rulePath(rule: string): string {
  return `/rules/${gameOfRule(rule)}#${rule}`;
}

export function tablePath(table: string, invite?: string | null): string {
  return `/t/${table}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`;
}

/** A finished game, from a moment on and through somebody's eyes. */
export function replayPath(
  table: string,
  at: { invite?: string | null; seat?: number | null; step?: number } = {},
): string {
  const asked = Object.entries(at).filter(([, value]) => value != null);
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return `/replay/${table}${query ? `?${query}` : ''}`;
}
