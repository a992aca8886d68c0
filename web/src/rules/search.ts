/** Small kana and particles alone say nothing: 犬は火 finds what speaks of 犬 and of 火. */
const PARTICLES = /^[\p{Script=Hiragana}ー\P{L}]+$/u;

/** Written alike however it was typed: full-width or not, in capitals or not. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** What the reader looks for: words, which Japanese does not write apart. */
export function wordsOf(searched: string, language: string): string[] {
  const words = plain(searched).split(/\s+/).filter(Boolean);
  if (language !== 'ja') return words;
  return words.flatMap((word) => {
    if (!/\p{Script=Han}|\p{Script=Katakana}/u.test(word)) return [word];
    const parts = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(word)];
    const telling = parts.map((part) => part.segment).filter((part) => !PARTICLES.test(part) || /\d/.test(part));
    return telling.length ? telling : [word];
  });
}

/** Whether a text, HTML among it, speaks of all these words. */
export function speaksOf(text: string, words: readonly string[]): boolean {
  const said = plain(text.replaceAll(/<[^>]*>/g, ''));
  return words.every((word) => said.includes(word));
}
