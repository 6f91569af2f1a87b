import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gameStore } from "../../features/slip/game-store.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { Screen } from "./game.tsx";

beforeEach(() => {
  // The rules never come.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});
afterEach(() => {
  gameStore("FFC").setState({ lines: [], gameBetList: [] });
  vi.unstubAllGlobals();
});

const show = () => renderScreen(<Screen query={{ code: "FFC" }} />, "en-US");

test("a game shows an empty slip until its rules come, and nothing of a slip that was kept", async () => {
  const { unmount } = await show();
  await screen.findByText("Nothing picked");
  unmount();
  const store = gameStore("FFC").getState();
  store.enter(ruleTree("FFC").rules);
  store.chooseMode("QS");
  for (const place of ["place1", "place2", "place3"]) store.select(place, "4");
  await show();
  await screen.findByText("Loading");
  expect(screen.queryByText("Nothing picked")).toBeNull();
});
