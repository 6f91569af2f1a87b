import { useSettings } from "../session/settings.ts";

/**
 * Sounds and vibrations: a pick on the board, a placed slip, a shown draw, and one that paid at least its stake. A
 * result below the stake, a refund and a loss all use the cue of any draw.
 */
export type Cue = "tap" | "placed" | "drawn" | "won";

/** A tone with attack and decay. */
interface Tone {
  /** Seconds after the cue begins. */
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
  /** 0 to 1; even the loudest is quiet compared with music. */
  readonly level: number;
}

interface CueParts {
  readonly tones: readonly Tone[];
  /** Milliseconds on, off, on … */
  readonly pulses: readonly number[];
}

const CUES: Readonly<Record<Cue, CueParts>> = {
  tap: { tones: [{ at: 0, hertz: 1100, seconds: 0.035, level: 0.05 }], pulses: [8] },
  placed: {
    tones: [
      { at: 0, hertz: 660, seconds: 0.12, level: 0.08 },
      { at: 0.09, hertz: 880, seconds: 0.2, level: 0.08 },
    ],
    pulses: [18],
  },
  drawn: { tones: [{ at: 0, hertz: 440, seconds: 0.3, level: 0.07 }], pulses: [12] },
  won: {
    tones: [
      { at: 0, hertz: 523, seconds: 0.3, level: 0.09 },
      { at: 0.11, hertz: 659, seconds: 0.3, level: 0.09 },
      { at: 0.22, hertz: 784, seconds: 0.55, level: 0.09 },
    ],
    pulses: [20, 60, 30],
  },
};

/** Attack time: without it each tone would start with a click. */
const SWELL_SECONDS = 0.006;

/** Plays a cue as sound and vibration, as the player's settings allow. Silent before the first touch of the page. */
export function giveCue(cue: Cue): void {
  const { sound, vibration } = useSettings.getState();
  if (sound) soundCue(cue);
  if (vibration) vibrateCue(cue);
}

/** Whether the device can vibrate; false under reduced motion. */
export function canVibrate(): boolean {
  return "vibrate" in navigator && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Vibrates for a cue, regardless of the setting. */
export function vibrateCue(cue: Cue): void {
  if (isAllowed() && canVibrate()) navigator.vibrate([...CUES[cue].pulses]);
}

let audio: AudioContext | undefined;

/** Plays the sound of a cue, regardless of the setting. Tones are synthesized; there is no file to load. */
export function soundCue(cue: Cue): void {
  if (!isAllowed()) return;
  audio ??= openAudio();
  const { currentTime, destination } = audio;
  // Locking the phone suspends it.
  void audio.resume();
  for (const { at, hertz, seconds, level } of CUES[cue].tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = currentTime + at;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(level, from + SWELL_SECONDS);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
    tone.connect(volume).connect(destination);
    tone.start(from);
    tone.stop(from + seconds);
  }
}

/** Browsers allow sound and vibration only after a touch, and a hidden page should give neither. */
function isAllowed(): boolean {
  // Missing in older browsers, which the types do not know: they stay silent.
  const activation: UserActivation | undefined = navigator.userActivation;
  if (activation === undefined) return false;
  return activation.hasBeenActive && document.visibilityState === "visible";
}

function openAudio(): AudioContext {
  // Where supported: mixes with the player's music and respects the phone's mute switch.
  const session: unknown = "audioSession" in navigator ? navigator.audioSession : undefined;
  if (typeof session === "object" && session !== null) Object.assign(session, { type: "ambient" });
  return new AudioContext();
}
