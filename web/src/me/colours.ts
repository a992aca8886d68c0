import { m } from '../words/words.ts';

/** The colours there are for one's pieces, by the server's names. */
export const COLOURS = [
  { name: 'red', css: 'light-dark(#c23b2b, #ee7263)', words: m['colour.red'] },
  { name: 'orange', css: 'light-dark(#cf6a1c, #f0995a)', words: m['colour.orange'] },
  { name: 'yellow', css: 'light-dark(#dca11a, #efc04a)', words: m['colour.yellow'] },
  { name: 'green', css: 'light-dark(#2e7d50, #62bd86)', words: m['colour.green'] },
  { name: 'teal', css: 'light-dark(#1d7f86, #57bcc2)', words: m['colour.teal'] },
  { name: 'blue', css: 'light-dark(#2a66ab, #6ba6e8)', words: m['colour.blue'] },
  { name: 'purple', css: 'light-dark(#7b4b9c, #b98ad8)', words: m['colour.purple'] },
  { name: 'pink', css: 'light-dark(#c04a80, #ee8ab4)', words: m['colour.pink'] },
];
