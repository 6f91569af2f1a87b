import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { SETTINGS_STORAGE_KEY, useSettings } from "../../../session/settings.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";

vi.mock("../../../shell/navigation.ts", () => ({ navigation: { back: async () => undefined } }));

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  localStorage.clear();
  useSettings.setState({ resultStyle: "strip" });
});
afterEach(() => {
  delete window.installOffer;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open() {
  const { Screen } = await import("./news.tsx");
  const words = loadCatalog("news");
  await renderScreen(<Screen />, "en-US");
  await words;
}

test("how results are told is chosen for this device and kept", async () => {
  await open();
  const [bar, window, none] = await screen.findAllByRole<HTMLInputElement>("radio");
  expect([bar?.checked, window?.checked, none?.checked]).toEqual([true, false, false]);
  fireEvent.click(screen.getByRole("radio", { name: "Only as a number on Account" }));
  expect(JSON.parse(localStorage.getItem(SETTINGS_STORAGE_KEY) ?? "{}")).toMatchObject({
    state: { resultStyle: "none" },
  });
});

test("a window that was chosen in an earlier version stays chosen", async () => {
  localStorage.setItem(SETTINGS_STORAGE_KEY, '{"state":{"locale":"en-US","resultWindow":true},"version":1}');
  await useSettings.persist.rehydrate();
  expect(useSettings.getState().resultStyle).toBe("window");
});

test("the app is put on the home screen by the browser's dialog, or on an iPhone by hand; else nothing is offered", async () => {
  await open();
  expect(screen.queryByText("Put the app on your home screen")).toBeNull();
  const prompt = vi.fn(async () => ({ outcome: "accepted" as const }));
  window.installOffer = Object.assign(new Event("beforeinstallprompt"), { prompt });
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Put the app on your home screen" }));
  expect(prompt).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(screen.queryByText("Put the app on your home screen")).toBeNull());
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(IPHONE);
  await open();
  await screen.findByText(/Tap the browser's Share button/u);
});
