import type { Move, Prompt } from '../../park/prompts.ts';
import {
  fitting,
  nextOf,
  NOTHING,
  offersOf,
  pegKey,
  type Chip,
  type PegKey,
  type Pick,
  type Way,
} from './offers.ts';
import type { Target } from './targets.ts';
import type { CardName, DogView } from './view.ts';

interface Asked {
  prompt: Prompt | null;
  view: DogView;
  busy: boolean;
}

/** What has been picked so far, and sending it once it is a whole move. */
export class Choosing {
  pick = $state.raw<Pick>(NOTHING);
  readonly #asked: () => Asked;
  readonly #act: (move: Move) => Promise<boolean>;
  /** A move that takes several answers: the peg and field still to be told. */
  #chain: { peg: PegKey; field: number | null; seen: Prompt } | null = null;
  /** The prompt that was answered already. */
  #answered: Prompt | null = $state.raw(null);

  readonly offers = $derived.by(() => {
    const { prompt, view } = this.#asked();
    return offersOf(prompt === this.#answered ? null : prompt, view, this.pick);
  });

  constructor(asked: () => Asked, act: (move: Move) => Promise<boolean>) {
    this.#asked = asked;
    this.#act = act;
  }

  /** Whether hand and board have nothing picked up. */
  get idle(): boolean {
    return this.pick === NOTHING;
  }

  clear(): void {
    this.pick = NOTHING;
  }

  card(card: CardName): void {
    this.pick = this.pick.card === card ? NOTHING : { ...NOTHING, card };
  }

  chip(chip: Chip): void {
    if (chip.key === 'swap') this.pick = { ...NOTHING, card: this.pick.card, use: 'swap' };
    else if (chip.move) void this.#send(chip.move);
  }

  target(target: Target): void {
    if (target.peg) this.#peg(target.peg);
    else if (target.field !== null) this.#field(target.field);
  }

  #peg(key: PegKey): void {
    const plain = this.offers.plain.get(key);
    if (plain) {
      void this.#send(plain.action, key, null);
      return;
    }
    const ways = fitting(this.offers, { ...this.pick, peg: key });
    const step = ways[0]?.first.do === 'step';
    if (ways.length === 1 && (step || this.pick.peg === key || this.pick.field !== null)) this.#go(ways[0]!);
    else this.pick = { ...this.pick, peg: this.pick.peg === key ? null : key, held: null };
  }

  #field(field: number): void {
    const ways = fitting(this.offers, { ...this.pick, field });
    if (ways.length === 1) this.#go(ways[0]!);
    else this.pick = { ...this.pick, field: this.pick.field === field ? null : field };
  }

  #go(way: Way): void {
    // The last step of a seven ends the turn, so it waits for a word.
    if (way.first.do === 'step' && this.#asked().view.card?.left === 1) {
      this.pick = { ...NOTHING, held: way.first };
      return;
    }
    void this.#send(way.first, way.then ? pegKey(way.moved.seat, way.moved.peg) : null, way.moved.to_id);
  }

  async #send(move: Move, peg: PegKey | null = null, field: number | null = null): Promise<void> {
    const { prompt, busy } = this.#asked();
    if (busy || !prompt || prompt === this.#answered) return;
    this.#answered = prompt;
    this.#chain = peg === null ? null : { peg, field, seen: prompt };
    if (!(await this.#act(move))) {
      this.#chain = null;
      this.#answered = null;
    }
    this.pick = NOTHING;
  }

  /** Goes on with a move that takes several answers; to be called whenever what is asked changes. */
  follow(): void {
    const { prompt, view, busy } = this.#asked();
    const chain = this.#chain;
    if (!chain || busy || !prompt || prompt === chain.seen) return;
    const next = nextOf(prompt, chain.peg, chain.field, view);
    if (next) void this.#send(next.action, chain.peg, chain.field);
    else this.#chain = null;
  }
}
