/**
 * How seats are told apart: by colour, by shape and by letter, so that no eye depends on colour.
 * The server's words name seats in the same order: Red, Blue, Yellow, Green, White, Purple.
 */
export interface Figure {
  colour: string;
  onColour: string;
  /** A path in a box from -1 to 1. */
  shape: string;
  letter: string;
}

const SHAPES = [
  'M0-.92a.92.92 0 1 1 0 1.84a.92.92 0 1 1 0-1.84z', // circle
  'M-.8-.8h1.6v1.6h-1.6z', // square
  'M0-1L.98.78H-.98z', // triangle
  'M0-1.05L.95 0 0 1.05-.95 0z', // diamond
  'M-.33-1h.66v.67H1v.66H.33V1h-.66V.33H-1v-.66h.67z', // cross
  'M0 .95C-.65.45-1-.02-1-.4-1-.75-.74-.95-.5-.95-.27-.95-.1-.8 0-.58.1-.8.27-.95.5-.95.74-.95 1-.75 1-.4 1-.02.65.45 0 .95z', // heart
];
const LETTERS = ['R', 'B', 'Y', 'G', 'W', 'P'];

export function figureOf(seat: number): Figure {
  const at = seat % SHAPES.length;
  return {
    colour: `var(--seat-${at})`,
    onColour: at === 2 || at === 4 ? '#231a12' : 'var(--on-seat)',
    shape: SHAPES[at]!,
    letter: LETTERS[at]!,
  };
}
