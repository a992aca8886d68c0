import { expect, test } from 'vitest';
import { speaksOf, wordsOf } from './search.ts';

const finds = (text: string, searched: string, language: string) =>
  speaksOf(text, wordsOf(searched, language));

test('all words have to be there, in any order and however they are written', () => {
  expect(finds('<p>A <em>jack</em> swaps two pegs.</p>', 'PEGS jack', 'en')).toBe(true);
  expect(finds('A jack swaps two pegs.', 'jack king', 'en')).toBe(false);
  expect(finds('Eine frische Figur sperrt ihren Stern', 'stern FRISCH', 'de')).toBe(true);
});

test('tags are no words', () => {
  expect(finds('<strong>7</strong>', 'strong', 'en')).toBe(false);
});

test('what is Japanese is found without spaces, whatever stands between its words', () => {
  const rule = 'ジャックは近道の中にも届きます。';
  expect(finds(rule, '近道', 'ja')).toBe(true);
  expect(finds(rule, '近道 ジャック', 'ja')).toBe(true);
  expect(finds(rule, 'ジャックで近道', 'ja')).toBe(true);
  expect(finds(rule, 'ジャックで封鎖', 'ja')).toBe(false);
});

test('full-width letters and digits are letters and digits', () => {
  expect(finds('DOG-9.1 駒', 'ＤＯＧ－９．１', 'ja')).toBe(true);
});

test('particles alone are looked for as they stand', () => {
  expect(wordsOf('から', 'ja')).toEqual(['から']);
});
