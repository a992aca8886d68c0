import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { locales, m } from './words.ts';

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../messages/${locale}.json`, import.meta.url), 'utf8'));
const holes = (words: string) => [...words.matchAll(/\{(\w+)\}/g)].map((hole) => hole[1]).sort();

describe('the messages', () => {
  const english = read('en');

  test('were compiled', () => {
    expect(m['home.play_now']({}, { locale: 'en' })).toBe(english['home.play_now']);
  });

  test.each(locales.filter((locale) => locale !== 'en'))('say the same in %s', (locale) => {
    const words = read(locale);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const key in words) {
      if (key === '$schema') continue;
      expect(words[key], key).not.toBe('');
      expect(holes(words[key]!), key).toEqual(holes(english[key]!));
    }
  });
});
