/** The shapes of bones and of what is written on them, drawn around the middle of a 100 by 60 box. */

interface End {
  at: number;
  apart: number;
  round: number;
}

/** Two knobs, a shank that may be bent, two knobs. */
function outline(thick: number, bend: number, left: End, right: End): string {
  const meets = (end: End) => end.at - Math.sqrt(end.round ** 2 - (end.apart - thick) ** 2);
  const notch = (end: End) => end.at + Math.sqrt(end.round ** 2 - end.apart ** 2);
  const [l, r] = [-meets(left), meets(right)];
  const arc = (end: End) => `A${end.round} ${end.round} 0 1 1`;
  const n = (value: number) => value.toFixed(1);
  return (
    `M${n(l)}${-thick}Q0 ${-thick + bend} ${n(r)}${-thick}` +
    `${arc(right)} ${n(notch(right))} 0${arc(right)} ${n(r)} ${thick}` +
    `Q0 ${thick + bend} ${n(l)} ${thick}${arc(left)} ${n(-notch(left))} 0${arc(left)} ${n(l)}${-thick}z`
  );
}

export const SHAPES = [
  outline(11, 0, { at: 32, apart: 10, round: 12.5 }, { at: 32, apart: 10, round: 12.5 }),
  outline(9.5, 5, { at: 34, apart: 9, round: 11 }, { at: 33, apart: 10, round: 12.5 }),
  outline(13, 2, { at: 27, apart: 11, round: 14 }, { at: 27, apart: 11, round: 14 }),
  outline(8.5, -5, { at: 35, apart: 8.5, round: 10.5 }, { at: 32, apart: 11, round: 13.5 }),
  outline(10, 0, { at: 30, apart: 12, round: 14 }, { at: 36, apart: 7.5, round: 9.5 }),
];

const SUITS: Record<string, string> = {
  '♠': 'M0-1C.5-.45 1-.1 1 .3 1 .66.72.82.48.82.28.82.16.72.09.56L.32 1H-.32L-.09.56C-.16.72-.28.82-.48.82-.72.82-1 .66-1 .3-1-.1-.5-.45 0-1z',
  '♥': 'M0 .95C-.65.45-1-.02-1-.4-1-.75-.74-.95-.5-.95-.27-.95-.1-.8 0-.58.1-.8.27-.95.5-.95.74-.95 1-.75 1-.4 1-.02.65.45 0 .95z',
  '♦': 'M0-1Q.3-.35.78 0 .3.35 0 1-.3.35-.78 0-.3-.35 0-1z',
  '♣': 'M0-1A.44.44 0 0 1 .33-.27.46.46 0 1 1 .1.42L.3 1H-.3L-.1.42A.46.46 0 1 1-.33-.27.44.44 0 0 1 0-1z',
};
const STAR = 'M0-1L.28-.33 1-.29.45.17.63.88 0 .49-.63.88-.45.17-1-.29-.28-.33z';

export interface Face {
  rank: string;
  sign: string;
  red: boolean;
  /** An open sign is drawn with a line only: the second joker. */
  open: boolean;
}

/** What is written on a bone that is told as `A♥` or `joker☆`. */
export function readFace(told: string): Face {
  const suit = told.slice(-1);
  if (told.startsWith('joker')) return { rank: '', sign: STAR, red: false, open: suit === '☆' };
  return { rank: told.slice(0, -1), sign: SUITS[suit]!, red: suit === '♥' || suit === '♦', open: false };
}
