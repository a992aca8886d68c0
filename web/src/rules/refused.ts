import { NotDone } from '../park/api.ts';
import { getLocale, m } from '../words/words.ts';
import { wordsOfRule } from './page.ts';

/** What the server refused: why for programs, why in English, and the rule, by its id. */
export interface No {
  kind: string;
  words: string;
  rule?: string | null | undefined;
}

const sentences: Record<string, () => string> = {
  fault: m['refused.fault'],
  'illegal now': m['refused.illegal_now'],
  'not allowed': m['refused.not_allowed'],
  'not your turn': m['refused.not_your_turn'],
  over: m['refused.over'],
  stale: m['refused.stale'],
  'too many': m['refused.too_many'],
  unknown: m['refused.unknown'],
  unreadable: m['refused.unreadable'],
  wait: m['refused.wait'],
  'log in': m['refused.log_in'],
  taken: m['refused.taken'],
  'too big': m['refused.too_big'],
};

/** A refusal in the page's language; the server's words where there is no sentence of our own. */
export function sentenceOf(no: No): string {
  return getLocale() === 'en' ? no.words : (sentences[no.kind]?.() ?? no.words);
}

// Here only the server's own words tell what to do about it: which name is taken, what is too short.
const PARTICULAR = new Set(['illegal now', 'not allowed', 'unreadable', 'taken', 'log in']);

/** What else there is to say: the rule in the page's language, or else the particulars in English. */
export async function particularsOf(no: No): Promise<{ words: string; language: string } | null> {
  const language = getLocale();
  if (language === 'en') return null;
  const rule = no.rule ? await wordsOfRule(no.rule, language).catch(() => null) : null;
  if (rule) return { words: rule, language };
  return PARTICULAR.has(no.kind) ? { words: no.words, language: 'en' } : null;
}

/** Why something could not be shown. */
export function whyNot(error: unknown): string {
  return error instanceof NotDone && error.kind !== 'offline'
    ? sentenceOf({ kind: error.kind, words: error.message })
    : m['look.offline']();
}
