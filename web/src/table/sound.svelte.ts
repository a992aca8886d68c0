/**
 * Short sounds, made here and now by the browser's synthesizer: no files. Off until somebody switches
 * them on; vibration is on, where the device can, and only ever says that it is one's turn.
 */
const KEY = 'dogpark.noise';

export type Sound = 'turn' | 'move' | 'talk' | 'over';

/** Tones one after the other: hertz, when and how long in seconds, how loud. */
type Tone = readonly [hertz: number, at: number, long: number, loud: number];
const TONES: Record<Sound, readonly Tone[]> = {
  turn: [
    [587, 0, 0.16, 0.16],
    [880, 0.11, 0.24, 0.16],
  ],
  move: [[196, 0, 0.07, 0.1]],
  talk: [[740, 0, 0.08, 0.06]],
  over: [
    [523, 0, 0.2, 0.14],
    [659, 0.14, 0.2, 0.14],
    [784, 0.28, 0.2, 0.14],
    [1047, 0.42, 0.5, 0.14],
  ],
};

function read(): { sound: boolean; vibration: boolean } {
  try {
    return { sound: false, vibration: true, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { sound: false, vibration: true };
  }
}

class Noises {
  #kept = $state(read());
  #studio: AudioContext | null = null;

  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(on: boolean) {
    this.#kept.sound = on;
    this.#keep();
    if (on) this.play('turn'); // so that one hears what one has switched on
  }
  get vibration(): boolean {
    return this.#kept.vibration;
  }
  set vibration(on: boolean) {
    this.#kept.vibration = on;
    this.#keep();
  }

  play(sound: Sound): void {
    if (!this.sound) return;
    const studio = (this.#studio ??= new AudioContext());
    if (studio.state === 'suspended') void studio.resume();
    for (const [hertz, at, long, loud] of TONES[sound]) {
      const from = studio.currentTime + at;
      const voice = studio.createOscillator();
      const level = studio.createGain();
      voice.type = 'triangle';
      voice.frequency.value = hertz;
      level.gain.setValueAtTime(0, from);
      level.gain.linearRampToValueAtTime(loud, from + 0.012);
      level.gain.exponentialRampToValueAtTime(0.0001, from + long);
      voice.connect(level).connect(studio.destination);
      voice.start(from);
      voice.stop(from + long + 0.05);
    }
  }

  vibrate(): void {
    if (this.vibration) navigator.vibrate?.([40, 60, 40]);
  }

  #keep(): void {
    localStorage.setItem(KEY, JSON.stringify(this.#kept));
  }
}

export const noises = new Noises();
