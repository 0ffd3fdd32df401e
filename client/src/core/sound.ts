/** Discreet sounds, made on the spot: no files, and nothing before the first click. */

import { settings } from "./settings";

type Note = readonly [frequency: number, start: number, length: number, loudness: number];

const SOUNDS = {
  card: [
    [1250, 0, 0.04, 0.05],
    [820, 0.025, 0.05, 0.035],
  ],
  claim: [
    [294, 0, 0.12, 0.07],
    [392, 0.09, 0.16, 0.07],
    [587, 0.19, 0.22, 0.05],
  ],
  turn: [
    [659, 0, 0.18, 0.05],
    [880, 0.14, 0.3, 0.05],
  ],
  tunnel: [
    [196, 0, 0.16, 0.07],
    [175, 0.16, 0.2, 0.06],
  ],
  end: [
    [392, 0, 0.2, 0.06],
    [494, 0.16, 0.2, 0.06],
    [587, 0.32, 0.24, 0.06],
    [784, 0.5, 0.5, 0.06],
  ],
} as const satisfies Record<string, readonly Note[]>;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

/** Browsers let sound begin only after a gesture. */
export function allowSound(): void {
  const wake = (): void => {
    context ??= new AudioContext();
    void context.resume();
  };
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

export function play(sound: Sound): void {
  if (context?.state !== "running" || !settings.value.sound || document.hidden) return;
  for (const note of SOUNDS[sound]) ring(context, note);
}

function ring(audio: AudioContext, [frequency, start, length, loudness]: Note): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const at = audio.currentTime + start;
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}
