import { NotDone } from '../park/api.ts';
import type { No } from '../rules/refused.ts';
import { getLocale, m } from '../words/words.ts';

/** Short messages at the edge of the page: what was refused and why, what was copied. */
export interface Toast {
  number: number;
  words: string;
  /** The rule it is about, by its id. */
  rule: string | null;
  /** More about it, as soon as it is known. */
  more: { words: string; language: string } | null;
  tone: 'plain' | 'bad';
}

const STAYS = 6000;
const STAYS_CITED = 12_000; // a whole rule has to be read
let number = 0;

class Toasts {
  shown = $state.raw<readonly Toast[]>([]);

  say(words: string, tone: Toast['tone'] = 'plain', rule: string | null = null, stays = STAYS): Toast {
    const toast: Toast = { number: ++number, words, tone, rule, more: null };
    this.shown = [...this.shown.filter((one) => one.words !== words).slice(-2), toast];
    setTimeout(() => this.drop(toast), stays);
    return toast;
  }

  /** Says what was refused: in English as the server does, else in our own words and with the rule's. */
  async refuse(no: No): Promise<void> {
    const ours = getLocale() === 'en' ? null : await import('../rules/refused.ts').catch(() => null);
    if (!ours) {
      this.say(no.words, 'bad', no.rule ?? null);
      return;
    }
    const toast = this.say(ours.sentenceOf(no), 'bad', no.rule ?? null, no.rule ? STAYS_CITED : STAYS);
    const more = await ours.particularsOf(no);
    if (more) this.add(toast, more);
  }

  private add(toast: Toast, more: NonNullable<Toast['more']>): void {
    this.shown = this.shown.map((one) => (one.number === toast.number ? { ...one, more } : one));
  }

  /** Says why something did not work. */
  fail(error: unknown): void {
    if (error instanceof NotDone && error.kind !== 'offline')
      void toasts.refuse({ kind: error.kind, words: error.message, rule: error.rule });
    else toasts.say(m['look.offline'](), 'bad');
  }

  drop(toast: Toast): void {
    this.shown = this.shown.filter((one) => one.number !== toast.number);
  }
}

export const toasts = new Toasts();
