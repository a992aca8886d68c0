import { tick } from 'svelte';
import type { Moment } from '../../park/happened.ts';
import type { Layout } from './geometry.ts';
import type { DogView } from './view.ts';
import { goingsOf, keyframesOf } from './walking.ts';

/** What pegs and cards are drawn on, and with which layout. */
interface Stage {
  drawing: SVGSVGElement | undefined;
  layout: Layout;
}

const TOO_MANY = 9; // moments behind; then it is better to see how things stand
const LAID = 320; // milliseconds

/** Shows one moment after the other: what is drawn lags behind the view while pegs still walk. */
export class Walker {
  /** The position as drawn. */
  shown = $state.raw() as DogView;
  #waiting: Moment[] = [];
  #walking = false;
  #running: Animation[] = [];
  readonly #stage: () => Stage;

  constructor(view: DogView, stage: () => Stage) {
    this.shown = view;
    this.#stage = stage;
  }

  /** The view changed; whatever walks will come to it by itself. */
  see(view: DogView): void {
    if (!this.#walking) this.shown = view;
  }

  show(moment: Moment, still: boolean): void {
    if (moment.leap || still || document.hidden || this.#waiting.length > TOO_MANY) {
      // Straight to how it stands now: what still moves is at its end, and nothing else follows.
      this.#waiting = this.#walking ? [{ ...moment, happened: [], from: null }] : [];
      this.see(moment.to as DogView);
      for (const one of this.#running) one.finish();
      return;
    }
    this.#waiting.push(moment);
    void this.#walk();
  }

  async #walk(): Promise<void> {
    if (this.#walking) return;
    this.#walking = true;
    try {
      for (let moment = this.#waiting.shift(); moment; moment = this.#waiting.shift()) {
        this.#running = this.#begin(moment);
        this.#layCard(moment);
        await Promise.allSettled(this.#running.map((one) => one.finished));
        this.shown = moment.to as DogView;
        await tick();
        for (const one of this.#running) one.cancel();
      }
    } finally {
      this.#walking = false;
      this.#running = [];
    }
  }

  #begin(moment: Moment): Animation[] {
    const { drawing, layout } = this.#stage();
    const behind = this.#waiting.length;
    const hurry = behind > 3 ? 3 : behind > 1 ? 1.6 : 1;
    return goingsOf(moment, layout).flatMap((going) => {
      const peg = drawing?.querySelector(`[data-peg="${going.key}"]`);
      if (!peg) return [];
      return peg.animate(keyframesOf(going), {
        duration: going.time / hurry,
        delay: going.delay / hurry,
        fill: 'both',
        easing: going.arc ? 'ease-in-out' : 'linear',
      });
    });
  }

  /** The card just played comes from where its player sits. */
  #layCard({ happened }: Moment): void {
    const played = happened.find((one) => one.event === 'played' || one.event === 'folded');
    if (!played) return;
    const { drawing, layout } = this.#stage();
    const from = layout.places[played.data!['seat']]!.plate;
    const far = `translate(${from.x - layout.discard.x}px, ${from.y - layout.discard.y}px) scale(.5)`;
    void tick().then(() =>
      drawing
        ?.querySelector(`[data-lying="${played.seq}"] > svg`)
        ?.animate([{ transform: far, opacity: 0.2 }, { transform: 'none', opacity: 1 }], {
          duration: LAID,
          easing: 'cubic-bezier(.3,.7,.2,1)',
        }),
    );
  }
}
