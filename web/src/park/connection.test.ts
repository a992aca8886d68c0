import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ask } from '../wire/types.ts';
import { Connection, ConnectionLost } from './connection.svelte.ts';

/** A socket whose other end is the test. */
class Wire {
  static readonly OPEN = 1;
  static made: Wire[] = [];
  readyState = 1;
  sent: Ask[] = [];
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  constructor(readonly address: string) {
    Wire.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Ask);
  }
  close(): void {
    this.break();
  }
  tell(told: object): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
  break(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  of(type: Ask['type']): Ask[] {
    return this.sent.filter((ask) => ask.type === type);
  }
}

const welcome = {
  type: 'welcome',
  you: { id: 'p', name: 'Anna' },
  now: 1000,
  version: '0',
  emotes: [],
};
const come = vi.fn(async () => {});
let connection: Connection;

async function connected(): Promise<Wire> {
  await vi.waitFor(() => expect(Wire.made.length).toBeGreaterThan(0));
  const wire = Wire.made.at(-1)!;
  wire.tell(welcome);
  return wire;
}

async function again(): Promise<Wire> {
  const before = Wire.made.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.made.length).toBe(before + 1);
  return connected();
}

/** Connects from a page with this address, by the page's own way to the socket. */
async function atPage(page: string): Promise<Wire> {
  vi.stubGlobal('location', new URL(page));
  Wire.made = [];
  connection = new Connection(come);
  connection.start();
  return connected();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.made = [];
  come.mockClear();
  connection = new Connection(come, () => 'ws://here');
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an action that was not answered is sent again under the same key', async () => {
  const first = await connected();
  const done = connection.act('k3m9x2p7qa', 0, { do: 'roll' });
  const [sent] = first.of('act');
  first.break();
  expect(connection.state).toBe('away');
  const second = await again();
  expect(second.of('act')).toEqual([sent]);
  second.tell({ type: 'accepted', id: sent!.id, seq: 3 });
  expect((await done).type).toBe('accepted');
});

test('a watched table is asked for again, after what was seen last, before anything else', async () => {
  const first = await connected();
  const table = connection.watch('k3m9x2p7qa', 'secret');
  expect(first.of('watch')).toMatchObject([{ table: 'k3m9x2p7qa', after: 0, invite: 'secret' }]);
  table.seq = 41;
  connection.act('k3m9x2p7qa', 0, { do: 'roll' }).catch(() => {});
  first.break();
  const second = await again();
  expect(second.sent.map((ask) => ask.type).slice(0, 2)).toEqual(['watch', 'act']);
  expect(second.of('watch')).toMatchObject([{ after: 41 }]);
});

test.each([
  ['http://here/', 'ws://here/api/socket'],
  ['https://here/rules/dog', 'wss://here/api/socket'],
  ['http://here:8765/t/k3m9x2p7qa?invite=secret', 'ws://here:8765/api/socket?table=k3m9x2p7qa'],
])('a page at %s opens %s', async (page, address) => {
  connection.stop();
  await atPage(page);
  expect(Wire.made.at(-1)!.address).toBe(address);
});

test('the next connection names the first of the tables that are watched', async () => {
  connection.stop();
  const first = await atPage('http://here/t/k3m9x2p7qa');
  connection.watch('a&b/ä');
  connection.watch('zzz');
  first.break();
  expect((await again()).address).toBe('ws://here/api/socket?table=a%26b%2F%C3%A4');
  connection.unwatch('a&b/ä');
  Wire.made.at(-1)!.break();
  expect((await again()).address).toBe('ws://here/api/socket?table=zzz');
});

test('what has no key is never said twice', async () => {
  const first = await connected();
  const said = connection.ask({ type: 'say', table: 'k3m9x2p7qa', words: 'Hello' });
  const lost = expect(said).rejects.toBeInstanceOf(ConnectionLost);
  first.break();
  await lost;
  expect((await again()).of('say')).toEqual([]);
});

test('while the server cannot save, an action is tried again under its key', async () => {
  const wire = await connected();
  const done = connection.act('k3m9x2p7qa', 0, { do: 'roll' });
  wire.tell({ type: 'refused', id: wire.of('act')[0]!.id, kind: 'wait', words: '' });
  await vi.advanceTimersByTimeAsync(1000);
  const tries = wire.of('act') as Extract<Ask, { type: 'act' }>[];
  expect(tries).toHaveLength(2);
  expect(tries[1]!.key).toBe(tries[0]!.key);
  wire.tell({ type: 'accepted', id: tries[1]!.id, seq: 1 });
  expect((await done).type).toBe('accepted');
});

test('a table that may not be seen says why', async () => {
  const wire = await connected();
  const table = connection.watch('k3m9x2p7qa');
  const refused = { type: 'refused', id: wire.of('watch')[0]!.id, kind: 'unknown', words: 'No.' };
  wire.tell(refused);
  await vi.waitFor(() => expect(table.refused?.words).toBe('No.'));
});

test('a server that restarts is given the time it asked for', async () => {
  const wire = await connected();
  wire.tell({ type: 'closing', words: 'Back soon.', after: 30_000 });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(Wire.made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(Wire.made).toHaveLength(2);
});

test('a server that answers no ping any more is looked for anew', async () => {
  const wire = await connected();
  const done = connection.act('k3m9x2p7qa', 0, { do: 'roll' });
  await vi.advanceTimersByTimeAsync(9_990);
  expect(connection.state).toBe('open');
  await vi.advanceTimersByTimeAsync(20);
  expect(connection.state).toBe('away');
  const second = await again();
  expect(second.of('act')).toEqual(wire.of('act'));
  second.tell({ type: 'accepted', id: second.of('act')[0]!.id, seq: 3 });
  expect((await done).type).toBe('accepted');
});

test('a server that answers its pings is left in peace', async () => {
  const wire = await connected();
  const answer = wire.send.bind(wire);
  wire.send = (text) => {
    answer(text);
    const ask = JSON.parse(text) as Ask;
    if (ask.type === 'ping') queueMicrotask(() => wire.tell({ type: 'pong', id: ask.id, sent: 0, now: 1 }));
  };
  const [first] = wire.of('ping');
  wire.tell({ type: 'pong', id: first!.id, sent: 0, now: 1 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(wire.of('ping').length).toBeGreaterThan(10);
  expect(connection.state).toBe('open');
  expect(Wire.made).toHaveLength(1);
});

test('without a network the connection is lost at once', async () => {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, call: () => void) => listeners.set(name, call));
  connection.stop();
  connection = new Connection(come, () => 'ws://here');
  connection.start();
  await connected();
  listeners.get('offline')!();
  expect(connection.state).toBe('away');
  await again();
  expect(connection.state).toBe('open');
});
