import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSettings } from "../session/settings.ts";
import { giveCue, soundCue, vibrateCue } from "./cue.ts";

/** What the fake of the browser's audio was asked for. */
let tones: { hertz: number; from: number }[] = [];
let contexts = 0;
const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);
let reduced = false;
let visible = true;

class FakeAudio {
  currentTime = 10;
  destination = {};
  constructor() {
    contexts += 1;
  }
  resume = () => Promise.resolve();
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect: (to: unknown) => to,
  });
  createOscillator = () => {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: (to: unknown) => to,
      start: (from: number) => void tones.push({ hertz: frequency.value, from }),
      stop() {},
    };
  };
}

function touch(active: boolean): void {
  Object.defineProperty(navigator, "userActivation", {
    value: { hasBeenActive: active },
    configurable: true,
  });
}

beforeEach(() => {
  tones = [];
  reduced = false;
  visible = true;
  vibrate.mockClear();
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (visible ? "visible" : "hidden"));
  touch(true);
  useSettings.setState({ sound: true, vibration: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("sound is off and vibration on until the player says otherwise", () => {
  expect(useSettings.getInitialState()).toMatchObject({ sound: false, vibration: true });
});

test("nothing plays before a touch, and no audio is opened; afterwards one serves every cue", () => {
  touch(false);
  giveCue("placed");
  expect([contexts, tones.length, vibrate.mock.calls.length]).toEqual([0, 0, 0]);
  touch(true);
  giveCue("placed");
  expect(tones.map(({ hertz }) => hertz)).toEqual([660, 880]);
  expect(vibrate).toHaveBeenCalledWith([18]);
  giveCue("tap");
  expect(contexts).toBe(1);
});

test("each switch silences its own kind", () => {
  useSettings.setState({ sound: false, vibration: true });
  giveCue("tap");
  expect([tones.length, vibrate.mock.calls.length]).toEqual([0, 1]);
  useSettings.setState({ sound: true, vibration: false });
  giveCue("tap");
  expect([tones.length, vibrate.mock.calls.length]).toEqual([1, 1]);
});

test("reduced motion disables vibration; a hidden page is silent", () => {
  reduced = true;
  vibrateCue("won");
  expect(vibrate).not.toHaveBeenCalled();
  visible = false;
  soundCue("won");
  expect(tones).toEqual([]);
});

test("a gain sounds unlike a draw", () => {
  soundCue("drawn");
  soundCue("won");
  expect(tones.map(({ hertz }) => hertz)).toEqual([440, 523, 659, 784]);
});
