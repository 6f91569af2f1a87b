import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SETTINGS_STORAGE_KEY, useSettings } from "../../session/settings.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { LanguageOffer } from "./language-offer.tsx";

beforeEach(() => {
  localStorage.clear();
  useSettings.setState(useSettings.getInitialState());
});
afterEach(() => void vi.restoreAllMocks());

const readsIn = (...languages: string[]) =>
  void vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
const open = () => renderScreen(<LanguageOffer />, "vi-VN");
const isOffered = () => screen.queryByRole("region") !== null;

test.each([
  [["en-GB", "vi"], "en-US", "This app is also in English.", "Use English"],
  [["sw-KE", "fr-CA", "en"], "fr", "Cette application existe aussi en français.", "En français"],
  [["zh-HK"], "zh-TW", "本應用程式也有繁體中文版。", "切換到繁體中文"],
])(
  "a browser that prefers %j is offered %s, and a tap switches to it",
  async (languages, locale, offer, yes) => {
    readsIn(...languages);
    await open();
    const region = await screen.findByRole("region", { name: offer });
    expect(region.lang).toBe(locale);
    fireEvent.click(within(region).getByRole("button", { name: yes }));
    await waitFor(() => expect(isOffered()).toBe(false));
    expect(useSettings.getState().locale).toBe(locale);
  },
);

test("declining is stored on the device: the language stays and is not offered again", async () => {
  readsIn("en-US");
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
  await waitFor(() => expect(isOffered()).toBe(false));
  expect(useSettings.getState().locale).toBe("vi-VN");
  expect(JSON.parse(localStorage.getItem(SETTINGS_STORAGE_KEY) ?? "")).toMatchObject({
    state: { locale: "vi-VN", languageAnswered: true },
  });
  await open();
  expect(isOffered()).toBe(false);
});

test.each([[["vi-VN", "en-US"]], [["vi"]], [["sw", "vi", "en"]], [["sw", "tlh"]], [[]]])(
  "a browser that prefers %j is offered nothing",
  async (languages) => {
    readsIn(...languages);
    await open();
    // What is loaded is loaded by now, if anything is.
    await import("./offer-card.tsx");
    expect(isOffered()).toBe(false);
  },
);

test("a reader who has ever chosen a language, even the default one, is offered none", async () => {
  readsIn("en-US");
  useSettings.getState().setLocale("ja-JP");
  await open();
  expect(isOffered()).toBe(false);
  useSettings.getState().setLocale("vi-VN");
  await open();
  expect(isOffered()).toBe(false);
  // Chosen before there were offers.
  useSettings.setState({ locale: "fr", languageAnswered: false });
  await open();
  expect(isOffered()).toBe(false);
});
