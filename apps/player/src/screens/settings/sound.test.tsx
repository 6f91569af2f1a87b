import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SETTINGS_STORAGE_KEY, useSettings } from "../../session/settings.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";

const given = vi.hoisted((): string[] => []);
let able = true;
vi.mock("../../components/cue.ts", () => ({
  canVibrate: () => able,
  soundCue: (cue: string) => void given.push(`sound ${cue}`),
  vibrateCue: (cue: string) => void given.push(`vibrate ${cue}`),
}));
vi.mock("../../shell/navigation.ts", () => ({ navigation: { back: async () => undefined } }));

beforeEach(() => {
  given.length = 0;
  able = true;
  localStorage.clear();
  useSettings.setState({ sound: false, vibration: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function open() {
  const { Screen } = await import("./sound.tsx");
  const words = loadCatalog("device");
  await renderScreen(<Screen />, "en-US");
  await words;
}
const toggle = (name: string) => screen.findByRole<HTMLInputElement>("switch", { name });

test("sound and vibration are set per device, and switching one on plays a sample", async () => {
  await open();
  const [sound, vibration] = [await toggle("Sound"), await toggle("Vibration")];
  expect([sound.checked, vibration.checked]).toEqual([false, true]);
  fireEvent.click(sound);
  fireEvent.click(vibration);
  expect(given).toEqual(["sound placed"]);
  fireEvent.click(vibration);
  expect(given).toEqual(["sound placed", "vibrate placed"]);
  const stored = JSON.parse(localStorage.getItem(SETTINGS_STORAGE_KEY) ?? "{}");
  expect(stored).toMatchObject({ state: { sound: true, vibration: true } });
});

test("the switch says so if the phone cannot vibrate", async () => {
  able = false;
  await open();
  const vibration = await toggle("Vibration");
  expect([vibration.disabled, vibration.checked]).toEqual([true, false]);
  screen.getByText(/cannot vibrate/u);
});
