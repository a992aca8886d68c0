/**
 * The server's clock, as the page reckons it from pings. Half of a ping's way is taken for the way
 * there; that is wrong when one half was held up, so only the quickest of the latest are believed.
 */
const KEPT = 16;
const BELIEVED = 5;

interface Sample {
  way: number;
  offset: number;
}

export class Clock {
  #samples: Sample[] = [];
  #offset: number | null = null;

  /** This machine's milliseconds, which nobody sets back. */
  static own(): number {
    return performance.now();
  }

  get known(): boolean {
    return this.#offset !== null;
  }

  /** Milliseconds to the server and back, at best. */
  get way(): number | null {
    return this.#samples.length ? Math.min(...this.#samples.map((sample) => sample.way)) : null;
  }

  /** The server's time in milliseconds since 1970; the machine's own until the server told its. */
  now(): number {
    return this.#offset === null ? Date.now() : Clock.own() + this.#offset;
  }

  /** A time the server told of itself: better than nothing until a ping is back. */
  hint(server: number, received: number): void {
    if (!this.#samples.length) this.#offset = server - received;
  }

  /** A ping came back: sent and received by the own clock, answered by the server's. */
  add(sent: number, server: number, received: number): void {
    const way = received - sent;
    if (way < 0) return;
    this.#samples.push({ way, offset: server - (sent + received) / 2 });
    if (this.#samples.length > KEPT) this.#samples.shift();
    const best = [...this.#samples].sort((a, b) => a.way - b.way).slice(0, BELIEVED);
    const offsets = best.map((sample) => sample.offset).sort((a, b) => a - b);
    const half = offsets.length >> 1;
    this.#offset = offsets.length % 2 ? offsets[half]! : (offsets[half - 1]! + offsets[half]!) / 2;
  }
}
