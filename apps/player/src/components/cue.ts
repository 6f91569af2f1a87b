import { useSettings } from "../session/settings.ts";

/**
 * What can be heard and felt: a pick on the board, a slip that was placed, a draw that has been told, and one that
 * paid at least its stake. A result below the stake, a refund and a loss all sound like any draw.
 */
export type Cue = "tap" | "placed" | "drawn" | "won";

/** A tone that swells in and dies away. */
interface Tone {
  /** Seconds after the cue begins. */
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
  /** 0 to 1; the loudest is still quiet beside music. */
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

/** How long a tone swells: without it each would begin with a click. */
const SWELL_SECONDS = 0.006;

/** Lets a cue be heard and felt, each as the player has set it. Nothing before the page was first touched. */
export function giveCue(cue: Cue): void {
  const { sound, vibration } = useSettings.getState();
  if (sound) soundCue(cue);
  if (vibration) vibrateCue(cue);
}

/** Whether this phone can vibrate. A reader who asks for less motion is not shaken. */
export function canVibrate(): boolean {
  return "vibrate" in navigator && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Lets a cue be felt, whatever the setting says. */
export function vibrateCue(cue: Cue): void {
  if (isAllowed() && canVibrate()) navigator.vibrate([...CUES[cue].pulses]);
}

let audio: AudioContext | undefined;

/** Lets a cue be heard, whatever the setting says. The tones are made here; there is no file to load. */
export function soundCue(cue: Cue): void {
  if (!isAllowed()) return;
  audio ??= openAudio();
  const { currentTime, destination } = audio;
  // A phone that was locked has stopped it.
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

/** Browsers play and shake only for who has touched the page, and nobody wants it from one that is not seen. */
function isAllowed(): boolean {
  // Older browsers lack it, whatever the types say: they stay quiet.
  const activation: UserActivation | undefined = navigator.userActivation;
  if (activation === undefined) return false;
  return activation.hasBeenActive && document.visibilityState === "visible";
}

function openAudio(): AudioContext {
  // Where it can be said: beside the player's own music, and silent when the phone is.
  const session: unknown = "audioSession" in navigator ? navigator.audioSession : undefined;
  if (typeof session === "object" && session !== null) Object.assign(session, { type: "ambient" });
  return new AudioContext();
}
