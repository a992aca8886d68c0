import type { Box, Spot } from './ground.ts';

const FAR = 0.16;
const NEAR = 3;
const CLOSE_ENOUGH = 1.5; // nothing is drawn larger than this of itself
const READABLE = 0.36; // nor smaller, even if not everything fits then
const ABOVE = 50; // pixels at the top that other things lie over

/** Where one looks at the table from: it fits itself until the player takes over. */
export class Camera {
  wide = $state.raw(0);
  high = $state.raw(0);
  /** The point of the drawing in the middle of the picture, and how large a unit is. */
  x = $state.raw(0);
  y = $state.raw(0);
  scale = $state.raw(1);
  /** The player has moved it. */
  taken = $state.raw(false);

  get transform(): string {
    const { x, y, scale } = this;
    return `translate(${this.wide / 2 - x * scale}px, ${this.high / 2 - y * scale}px) scale(${scale})`;
  }

  resize(wide: number, high: number): void {
    this.wide = wide;
    this.high = high;
  }

  /** Shows all of this, or what lies around `heart`, unless the player looks where they like. */
  fit(box: Box, heart: Spot): void {
    if (this.taken || !this.wide || !this.high) return;
    const high = this.high - ABOVE;
    const fits = Math.min(this.wide / (box.right - box.left), high / (box.bottom - box.top));
    this.scale = Math.min(Math.max(fits, READABLE), CLOSE_ENOUGH);
    this.x = within(box.left, box.right, this.wide / this.scale, heart.x);
    this.y = within(box.top, box.bottom, high / this.scale, heart.y) - ABOVE / 2 / this.scale;
  }

  panBy(right: number, down: number): void {
    this.taken = true;
    this.x -= right / this.scale;
    this.y -= down / this.scale;
  }

  /** Nearer or further, the point under the finger staying where it is. */
  zoomAt(atX: number, atY: number, by: number): void {
    const scale = Math.min(Math.max(this.scale * by, FAR), NEAR);
    const right = atX - this.wide / 2;
    const down = atY - this.high / 2;
    this.x += right / this.scale - right / scale;
    this.y += down / this.scale - down / scale;
    this.scale = scale;
    this.taken = true;
  }

  zoom(by: number): void {
    this.zoomAt(this.wide / 2, this.high / 2, by);
  }

  giveBack(): void {
    this.taken = false;
  }

  /** Moves just so far that this spot can be seen; for a keyboard that walks out of the picture. */
  reveal(x: number, y: number, margin: number): void {
    if (!this.taken) return;
    const halfWide = Math.max(this.wide / 2 / this.scale - margin, 0);
    const halfHigh = Math.max(this.high / 2 / this.scale - margin, 0);
    this.x = Math.min(Math.max(this.x, x - halfWide), x + halfWide);
    this.y = Math.min(Math.max(this.y, y - halfHigh), y + halfHigh);
  }
}

/** The middle of a window of this length, as near to `heart` as it may be without looking past the ends. */
function within(from: number, to: number, length: number, heart: number): number {
  const middle = (from + to) / 2;
  const slack = (to - from - length) / 2;
  return slack <= 0 ? middle : Math.min(Math.max(heart, middle - slack), middle + slack);
}
