import type { Place } from './patch.ts';

/**
 * What flies over the pile: paws that reach and come back, bones that are carried. All of it is moved
 * by the browser's compositor and stands for nothing: whoever skips it sees the same game.
 */
const REACH = 120;
const CARRY = 260;
const EASE = 'cubic-bezier(0.3, 0.7, 0.2, 1)';

interface Where {
  /** Where a dog is at home, by seat; null if it is not on the scene. */
  home: (seat: number) => Place | null;
  spot: (spot: number) => Place;
}

export class Flights {
  #next = 0;
  #moving = new Map<number, Animation>();
  /** The spot at which our own paw waits for the server's word. */
  #waiting: number | null = null;

  constructor(
    private readonly paws: readonly (HTMLElement | null)[],
    private readonly bones: readonly HTMLElement[],
    private readonly where: Where,
  ) {}

  /** Our own paw goes at once to where we want to dig; what it finds there is not ours to say. */
  reach(seat: number, spot: number): void {
    const way = this.#way(seat, spot);
    if (!way) return;
    this.#waiting = spot;
    this.#move(seat, way.paw, [way.atHome, way.atSpot], { duration: REACH, easing: EASE, fill: 'forwards' });
  }

  /** The bone was not to be had. */
  recoil(seat: number): void {
    const spot = this.#waiting;
    this.#waiting = null;
    const way = spot === null ? null : this.#way(seat, spot);
    if (!way) return;
    const aside = (x: number) => ({ ...way.atSpot, transform: `${way.atSpot.transform} translateX(${x}px)` });
    const frames = [way.atSpot, aside(-9), aside(9), aside(-5), way.atHome];
    this.#move(seat, way.paw, frames, { duration: 360, easing: 'ease-out' });
  }

  /** A dog lifts a bone and carries it home. */
  fetch(seat: number, spot: number): void {
    const way = this.#way(seat, spot);
    if (!way) return;
    const there = this.#waiting === spot;
    if (there) this.#waiting = null;
    const first = there ? 0 : REACH;
    const whole = first + CARRY;
    const paw = there
      ? [way.atSpot, way.atHome]
      : [way.atHome, { ...way.atSpot, offset: first / whole }, way.atHome];
    this.#move(seat, way.paw, paw, { duration: whole, easing: EASE });
    this.#bone().animate(
      [
        { transform: way.boneAtSpot, opacity: 1 },
        { transform: way.boneAtSpot, opacity: 1, offset: first / whole },
        { transform: way.boneAtHome, opacity: 1, offset: 0.92 },
        { transform: way.boneAtHome, opacity: 0 },
      ],
      { duration: whole, easing: EASE },
    );
  }

  /** A dog brings a bone back to a spot; `landed` is what lies there from now on. */
  bring(seat: number, spot: number, landed: Element | null): void {
    const way = this.#way(seat, spot);
    if (!way) return;
    const whole = CARRY + REACH;
    const arrives = CARRY / whole;
    this.#move(seat, way.paw, [way.atHome, { ...way.atSpot, offset: arrives }, way.atHome], { duration: whole, easing: EASE });
    this.#bone().animate(
      [
        { transform: way.boneAtHome, opacity: 1 },
        { transform: way.boneAtSpot, opacity: 1 },
      ],
      { duration: CARRY, easing: EASE },
    );
    landed?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: CARRY - 20 });
  }

  /** A paw does one thing at a time; what it was doing ends here. */
  #move(seat: number, paw: HTMLElement, frames: Keyframe[], how: KeyframeAnimationOptions): void {
    this.#moving.get(seat)?.cancel();
    this.#moving.set(seat, paw.animate(frames, how));
  }

  #bone(): HTMLElement {
    return this.bones[this.#next++ % this.bones.length]!;
  }

  #way(seat: number, spot: number) {
    const paw = this.paws[seat];
    const home = this.where.home(seat);
    if (!paw || !home) return null;
    const to = this.where.spot(spot);
    const turn = Math.atan2(to.y - home.y, to.x - home.x) + Math.PI / 2;
    const at = (place: Place) => `translate(${place.x}px, ${place.y}px)`;
    return {
      paw,
      atHome: { transform: `${at(home)} rotate(${turn}rad) scale(0.5)`, opacity: 0 },
      atSpot: { transform: `${at(to)} rotate(${turn}rad) scale(1)`, opacity: 1 },
      boneAtHome: `${at(home)} scale(0.6)`,
      boneAtSpot: `${at(to)} scale(1)`,
    };
  }
}
