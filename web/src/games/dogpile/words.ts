import { m } from '../../words/words.ts';

/** What bones and feats are called. */
export function faceWords(told: string): string {
  if (told === 'joker★') return m['dogpile.joker_full']();
  if (told === 'joker☆') return m['dogpile.joker_open']();
  return told;
}

export function featWords(feat: string): string {
  if (feat === 'three of a collar') return m['dogpile.collar']();
  if (feat === 'straight fetch') return m['dogpile.straight']();
  return feat;
}

export const facesWords = (told: readonly string[]): string =>
  told.length ? told.map(faceWords).join(' ') : m['dogpile.nothing']();
