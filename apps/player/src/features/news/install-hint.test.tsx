import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { takeForTelling, useResultNews } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { InstallHint } from "./install-hint.tsx";
import { noteResults, useInstall } from "./install.ts";

let pageName = "home";
vi.mock("../../shell/navigation.ts", () => {
  const state = () => ({ page: { name: pageName, key: 1, query: {} } });
  return { navigation: { getState: state }, usePages: state };
});

const prompt = vi.fn(async () => ({ outcome: "accepted" as const }));
const MINUTE = 60_000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const hint = () => screen.queryByRole("complementary", { name: "Put the app on your home screen" });

noteResults();
beforeEach(async () => {
  pageName = "home";
  localStorage.clear();
  useResultNews.setState({ player: "", awaited: [], told: [], unseen: [] });
  useInstall.setState({ offered: false, resultAt: 0 });
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("fetch", async () => Response.json({ code: 503, msg: "", data: null }, { status: 503 }));
  window.installOffer = Object.assign(new Event("beforeinstallprompt"), { prompt });
  prompt.mockClear();
  const words = loadCatalog("news");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderScreen(<InstallHint />, "en-US");
  await words;
});
afterEach(() => {
  delete window.installOffer;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the app is offered after the first minute, once for good", async () => {
  await pass(59_000);
  expect(hint()).toBeNull();
  await pass(2_000);
  expect(hint()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "No, thanks" }));
  expect(hint()).toBeNull();
  await renderScreen(<InstallHint />, "en-US");
  await pass(60 * MINUTE);
  expect(hint()).toBeNull();
  expect(prompt).not.toHaveBeenCalled();
});

test("adding opens the browser's own dialog", async () => {
  await pass(61_000);
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(hint()).toBeNull();
});

test("nothing is offered within ten minutes of a result, even after a reload", async () => {
  await pass(50_000);
  takeForTelling(["FFC 202611210582"]);
  await pass(5 * MINUTE);
  await renderScreen(<InstallHint />, "en-US");
  await pass(4 * MINUTE);
  expect(hint()).toBeNull();
  await pass(2 * MINUTE);
  expect(hint()).not.toBeNull();
});

test("nothing is offered on a page that is no tab's, such as a game", async () => {
  pageName = "game";
  await pass(5 * MINUTE);
  expect(hint()).toBeNull();
});
