import { NotDone } from '../park/api.ts';
import { m } from '../words/words.ts';

/** Short messages at the edge of the page: what was refused and why, what was copied. */
export interface Toast {
  number: number;
  words: string;
  /** The rule it is about, by its id. */
  rule: string | null;
  tone: 'plain' | 'bad';
}

const STAYS = 6000;
let number = 0;

class Toasts {
  shown = $state.raw<readonly Toast[]>([]);

  say(words: string, tone: Toast['tone'] = 'plain', rule: string | null = null): void {
    const toast = { number: ++number, words, tone, rule };
    this.shown = [...this.shown.filter((one) => one.words !== words).slice(-2), toast];
    setTimeout(() => this.drop(toast), STAYS);
  }

  /** Says why something did not work. */
  fail(error: unknown): void {
    if (error instanceof NotDone && error.kind !== 'offline')
      this.say(error.message, 'bad', error.rule);
    else this.say(m['look.offline'](), 'bad');
  }

  drop(toast: Toast): void {
    this.shown = this.shown.filter((one) => one.number !== toast.number);
  }
}

export const toasts = new Toasts();
