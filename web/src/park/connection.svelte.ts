import { read } from '../ways.ts';
import type { Accepted, Ask, Refused, Tell, Welcome } from '../wire/types.ts';
import { wait } from './backoff.ts';
import { Clock } from './clock.ts';
import type { Move } from './prompts.ts';
import { WatchedTable } from './watched.svelte.ts';

/**
 * One socket that outlives lost connections and restarting servers. Every message is answered, and
 * answers are matched by number. When the connection breaks, the page connects again, asks for what
 * it missed at each table, and sends again what was never answered: an action under its old key, so
 * that the server carries it out once however often it hears of it.
 */
export type Answer = Accepted | Refused;
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Asked {
  ask: Ask;
  settle: (told: Tell) => void;
  fail: (error: Error) => void;
}

/** The connection ended before the answer came; it may have happened, or not. */
export class ConnectionLost extends Error {}

const FOR_GOOD = [4401, 4403]; // close codes after which trying again would not help
const NEVER_TWICE = ['undo', 'say', 'emote', 'ping']; // without a key they might be done again
const FIRST_PINGS = 5;
const PING_EVERY = 10_000;
const SILENCE = 10_000; // a ping is answered sooner, or nobody is there any more

export class Connection {
  state = $state.raw<'connecting' | 'open' | 'away' | 'shut'>('connecting');
  /** Who we are and what the server knows; null before the first welcome. */
  welcome = $state.raw<Welcome | null>(null);
  readonly clock = new Clock();
  readonly tables = new Map<string, WatchedTable>();

  #socket: WebSocket | null = null;
  #asked = new Map<number, Asked>();
  #number = 0;
  #keys = 0;
  readonly #name = randomName();
  #attempt = 0;
  #pause: number | null = null; // milliseconds the server asked us to stay away
  #timer: ReturnType<typeof setTimeout> | null = null;
  #ping: ReturnType<typeof setTimeout> | null = null;
  #silence: ReturnType<typeof setTimeout> | null = null;

  /**
   * `come` makes sure that the server knows us (a cookie) before the socket is opened; `address` is
   * where, given the first of the tables that are watched, if any is.
   */
  constructor(
    private readonly come: () => Promise<unknown>,
    private readonly address: (table: string | null) => string = socketAddress,
  ) {}

  /** Connects, and stays connected. */
  start(): void {
    globalThis.addEventListener?.('online', this.#hurry);
    globalThis.addEventListener?.('offline', this.#lose);
    globalThis.document?.addEventListener('visibilitychange', this.#hurry);
    void this.#connect();
  }

  stop(): void {
    globalThis.removeEventListener?.('online', this.#hurry);
    globalThis.removeEventListener?.('offline', this.#lose);
    globalThis.document?.removeEventListener('visibilitychange', this.#hurry);
    if (this.#timer) clearTimeout(this.#timer);
    this.state = 'shut';
    this.#socket?.close();
    this.#drop();
    for (const asked of this.#asked.values()) asked.fail(new ConnectionLost());
    this.#asked.clear();
  }

  // -- asking -------------------------------------------------------------------------------------

  /** Follows a table from now on, through all connections to come. */
  watch(id: string, invite: string | null = null): WatchedTable {
    let table = this.tables.get(id);
    if (!table) {
      table = new WatchedTable(id, invite);
      this.tables.set(id, table);
      if (this.state === 'open') void this.#watch(table);
    }
    return table;
  }

  unwatch(id: string): void {
    if (this.tables.delete(id) && this.state === 'open')
      this.ask({ type: 'unwatch', table: id }).catch(() => {});
  }

  /** Makes a move. While the server cannot save, it is tried again under the same key. */
  async act(table: string, seat: number, move: Move): Promise<Answer> {
    const key = `${this.#name}-${++this.#keys}`;
    const live = this.tables.get(table)?.live && this.clock.known;
    const sent = live ? this.clock.now() : null;
    for (let attempt = 0; ; attempt++) {
      const told = await this.ask({ type: 'act', table, seat, move, key, sent });
      if (told.type === 'accepted' || told.kind !== 'wait') return told;
      await new Promise((done) => setTimeout(done, wait(attempt)));
    }
  }

  /** Sends a message and returns its answer; without a connection, once there is one. */
  ask(ask: Unnumbered<Exclude<Ask, { type: 'watch' | 'ping' }>>): Promise<Answer> {
    return this.#ask(ask) as Promise<Answer>;
  }

  #ask(unnumbered: Unnumbered<Ask>): Promise<Tell> {
    const ask = { ...unnumbered, id: ++this.#number } as Ask;
    return new Promise((settle, fail) => {
      if (this.state === 'shut') return fail(new ConnectionLost());
      this.#asked.set(ask.id, { ask, settle, fail });
      this.#send(ask);
    });
  }

  #send(ask: Ask): void {
    if (this.state === 'open' && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify(ask));
  }

  async #watch(table: WatchedTable): Promise<void> {
    // From 0 on the first time: the log tells the game from its beginning.
    const ask = { type: 'watch', table: table.id, after: table.seq, invite: table.invite } as const;
    try {
      const told = await this.#ask(ask);
      if (told.type === 'refused') {
        if (told.kind === 'wait' || told.kind === 'too many')
          setTimeout(() => this.tables.has(table.id) && void this.#watch(table), wait(3));
        else {
          this.tables.delete(table.id);
          table.refused = told;
        }
      }
    } catch {
      // The connection broke: the table is asked for anew with the next one.
    }
  }

  // -- being connected ----------------------------------------------------------------------------

  async #connect(): Promise<void> {
    this.#timer = null;
    try {
      await this.come();
    } catch {
      return this.#later();
    }
    if (this.state === 'shut') return;
    const [first = null] = this.tables.keys();
    const socket = new WebSocket(this.address(first));
    this.#socket = socket;
    socket.onmessage = (message) => this.#hear(message.data as string);
    socket.onclose = (closed) => {
      if (this.#socket !== socket) return;
      this.#drop();
      if (this.state === 'shut') return;
      // A cookie the server no longer knows is replaced by `come`, once; then it means us.
      if (FOR_GOOD.includes(closed.code) && this.#attempt > 0) this.state = 'shut';
      else this.#later();
    };
  }

  #later(): void {
    if (this.state === 'shut') return;
    this.state = this.welcome ? 'away' : 'connecting';
    const pause = this.#pause;
    this.#pause = null;
    const time = pause === null ? wait(this.#attempt++) : pause * (1 + Math.random() / 4);
    this.#timer = setTimeout(() => void this.#connect(), time);
  }

  /** The network is back, or somebody looks again: no reason to wait any longer. */
  #hurry = (): void => {
    if (!this.#timer || globalThis.document?.hidden) return;
    clearTimeout(this.#timer);
    void this.#connect();
  };

  /** The network is gone, or the other end: a socket would find out minutes later, or never. */
  #lose = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    this.#drop();
    socket.close();
    this.#later();
  };

  #drop(): void {
    this.#socket = null;
    if (this.#ping) clearTimeout(this.#ping);
    if (this.#silence) clearTimeout(this.#silence);
    for (const [number, asked] of this.#asked)
      if (asked.ask.type === 'watch' || NEVER_TWICE.includes(asked.ask.type)) {
        this.#asked.delete(number);
        asked.fail(new ConnectionLost());
      }
  }

  /** After a welcome: what was missed is asked for, what was not answered is sent again. */
  #resume(): void {
    this.#attempt = 0;
    this.state = 'open';
    const unanswered = [...this.#asked.values()];
    for (const table of this.tables.values()) void this.#watch(table);
    for (const asked of unanswered) this.#send(asked.ask);
    void this.#keepTime(0);
  }

  /** A few pings at once, then one now and then; the echo lets the server measure the way too. */
  async #keepTime(number: number, echo: number | null = null): Promise<void> {
    this.#silence = setTimeout(this.#lose, SILENCE);
    try {
      const told = await this.#ask({ type: 'ping', sent: Clock.own(), echo });
      clearTimeout(this.#silence);
      const next = told.type === 'pong' ? (told.n ?? null) : null;
      if (number < FIRST_PINGS) return this.#keepTime(number + 1, next);
      this.#ping = setTimeout(() => void this.#keepTime(number + 1), PING_EVERY);
    } catch {
      // The connection broke: the next one keeps time anew.
    }
  }

  // -- hearing ------------------------------------------------------------------------------------

  #hear(text: string): void {
    const received = Clock.own();
    const told = JSON.parse(text) as Tell;
    switch (told.type) {
      case 'welcome':
        this.welcome = told;
        this.clock.hint(told.now, received);
        return this.#resume();
      case 'pong':
        this.clock.add(told.sent, told.now, received);
        return this.#answer(told.id, told);
      case 'snapshot':
        this.tables.get(told.table)?.show(told);
        return this.#answer(told.id, told);
      case 'update':
        return this.tables.get(told.table)?.update(told);
      case 'closing':
        this.#pause = told.after;
        this.#socket?.close();
        return;
      default:
        return this.#answer(told.id, told);
    }
  }

  #answer(number: number, told: Tell): void {
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    asked?.settle(told);
  }
}

/**
 * The table is a hint: of several processes, the one that has it can take the connection. A page
 * opened at a table may connect before the table is watched; then its own address tells which.
 */
function socketAddress(watched: string | null): string {
  const way = read(new URL(location.href));
  const table = watched ?? (way.at === 'table' ? way.table : null);
  const hint = table === null ? '' : `?table=${encodeURIComponent(table)}`;
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket${hint}`;
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}
