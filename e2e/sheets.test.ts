import { describe, expect, test } from "vitest";
import { inspect } from "./screens/inspect.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";
import { faultsOfSheet, sheetSources, shows, wordsOfDialogs } from "./screens/sheets.ts";
import { openScreenState } from "./screens/showing.ts";

const PHONE = { locale: "vi-VN", theme: "light", width: 375, height: 812 } as const;
const STATES = SCREEN_STATES.filter(
  ({ kind, landmark }) => kind === "part" && landmark.includes("dialog[open]"),
);
const seen: string[] = [];

describe("every sheet and dialog opens whole on phones, one on its side, a tablet and a laptop", () => {
  inspect(STATES, async (page, screenState) => {
    // As most see it: it rises, and the focus comes meanwhile.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openScreenState(page, screenState, PHONE);
    seen.push(await wordsOfDialogs(page));
    return faultsOfSheet(page);
  });
});

test("no sheet or dialog of the sources was left out", () => {
  expect(
    sheetSources()
      .filter((source) => !seen.some((words) => shows(words, source)))
      .map(({ place }) => place),
  ).toEqual([]);
});
