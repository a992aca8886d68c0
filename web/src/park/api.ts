import type {
  Board,
  Fill,
  Me,
  NewTable,
  PastGames,
  Quick,
  Rearrange,
  RefusedBody,
  Replay,
  Rise,
  RulesPage,
  Sit,
  Swap,
  TableReply,
  Tables,
} from '../wire/types.ts';
import type { Games } from './facts.ts';

/** What to ask the browser when a passkey is made or used. */
interface PasskeyAsk {
  public_key: any;
}

/** The server said no, or could not be reached; the message is for people. */
export class NotDone extends Error {
  constructor(
    readonly kind: string,
    words: string,
    readonly rule: string | null = null,
  ) {
    super(words);
  }
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new NotDone('offline', '');
  }
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as T;
  const no = (await answer.json().catch(() => null)) as RefusedBody | null;
  throw new NotDone(no?.refused ?? String(answer.status), no?.words ?? answer.statusText, no?.rule);
}

const at = (table: string, what: string) => `/tables/${encodeURIComponent(table)}/${what}`;

/** What is known, as the end of an address. */
function query(asked: Record<string, string | number | null | undefined>): string {
  const known = Object.entries(asked).filter(([, value]) => value != null);
  return known.length ? `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}` : '';
}

export const api = {
  me: () => ask<Me>('GET', '/me'),
  changeMe: (looks: { name?: string; colour?: string }) => ask<Me>('PATCH', '/me', looks),
  games: () => ask<Games>('GET', '/games'),
  openTables: (before?: string) => ask<Tables>('GET', `/tables${query({ before })}`),
  myTables: (before?: string) => ask<Tables>('GET', `/me/tables${query({ before })}`),
  history: (after?: string) =>
    ask<PastGames>('GET', `/me/history${after ? `?after=${encodeURIComponent(after)}` : ''}`),
  myRatings: () => ask<Board>('GET', '/me/ratings'),
  ratings: (game: string, players: number) => ask<Board>('GET', `/ratings/${game}/${players}`),

  open: (table: NewTable) => ask<TableReply>('POST', '/tables', table),
  quick: (wish: Quick) => ask<TableReply>('POST', '/quick', wish),
  table: (table: string, invite?: string | null) =>
    ask<TableReply>(
      'GET',
      `/tables/${encodeURIComponent(table)}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`,
    ),
  rearrange: (table: string, wish: Rearrange) =>
    ask<TableReply>('PATCH', `/tables/${encodeURIComponent(table)}`, wish),
  sit: (table: string, sit: Sit) => ask<TableReply>('POST', at(table, 'sit'), sit),
  bot: (table: string, fill: Fill) => ask<TableReply>('POST', at(table, 'bot'), fill),
  leave: (table: string, rise: Rise = {}) => ask<TableReply>('POST', at(table, 'leave'), rise),
  swap: (table: string, swap: Swap) => ask<TableReply>('POST', at(table, 'swap'), swap),
  start: (table: string) => ask<TableReply>('POST', at(table, 'start')),
  close: (table: string) => ask<TableReply>('POST', at(table, 'close')),
  rematch: (table: string) => ask<TableReply>('POST', at(table, 'rematch')),
  standIn: (table: string) => ask<TableReply>('POST', at(table, 'stand-in'), {}),
  takeOver: (table: string) => ask<TableReply>('POST', at(table, 'take-over'), {}),
  end: (table: string) => ask<TableReply>('POST', at(table, 'end')),
  replay: (table: string, seat: number | null, invite?: string | null) =>
    ask<Replay>('GET', at(table, 'replay') + query({ seat, invite })),
  record: (table: string, invite?: string | null) => `/api${at(table, 'record')}${query({ invite })}`,

  live: () => ask<Tables>('GET', '/live'),
  rules: (game: string, language: string) =>
    ask<RulesPage>('GET', `/rules/${encodeURIComponent(game)}${query({ language })}`),

  openAccount: (name: string, password: string) =>
    ask<Me>('POST', '/me/account', { name, password }),
  logIn: (name: string, password: string) => ask<Me>('POST', '/login', { name, password }),
  logOut: () => ask<null>('POST', '/logout', {}),
  changePassword: (password: string, current: string | null) =>
    ask<Me>('POST', '/me/password', { new: password, current }),
  deleteMe: (name: string) => ask<null>('DELETE', '/me', { name }),
  newPasskey: (account: string | null) =>
    ask<PasskeyAsk>('POST', '/passkeys/register/begin', account ? { account } : {}),
  keepPasskey: (credential: unknown) =>
    ask<Me>('POST', '/passkeys/register/finish', { credential }),
  usePasskey: () => ask<PasskeyAsk>('POST', '/passkeys/login/begin'),
  passkeyUsed: (credential: unknown) => ask<Me>('POST', '/passkeys/login/finish', { credential }),
};
