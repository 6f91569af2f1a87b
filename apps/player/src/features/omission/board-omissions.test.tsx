import type { Trend } from "@lotus/contract";
import { facts, trendsOf } from "@lotus/games";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import { Board } from "../board/board.tsx";
import { shortFigure } from "../board/omission-note.tsx";
import { NO_OMISSIONS, OmissionsContext, type OmissionsOf } from "../board/omissions.ts";
import { findRule } from "../slip/game-mode.ts";
import { BoardOmissions } from "./board-omissions.tsx";
import { useOmissionSetting } from "./omission-setting.ts";

const NOON = Date.UTC(2026, 10, 21, 5);
const DRAWS = Array.from({ length: 27 }, (_, at) => [1, 2, 3, 4, at === 0 ? 7 : 5]);
const TREND: Trend = {
  gameCode: "FFC",
  family: "five-digits",
  draws: DRAWS.map((numbers, at) => ({ prizeNo: String(at), drawAt: NOON + at * 60_000, numbers })),
  tracks: trendsOf(
    "five-digits",
    DRAWS.map((numbers) => ({ numbers, facts: facts("FFC", numbers) })),
  ),
};

let requests: string[];

beforeEach(() => {
  requests = [];
  useOmissionSetting.setState({ shown: false });
  vi.stubGlobal("fetch", (input: string) => {
    requests.push(input);
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data: TREND })));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Shown({ optionId }: { optionId: string }) {
  const [tree] = useState(() => ruleTree("FFC"));
  const [store] = useState(() => {
    const made = unkeptStore("FFC");
    made.getState().enter(tree.rules);
    made.getState().chooseOption(optionId);
    return made;
  });
  const [figures, setFigures] = useState<OmissionsOf>(() => NO_OMISSIONS);
  const [show] = useState(() => (next: OmissionsOf) => setFigures(() => next));
  const option = findRule(tree.rules, optionId)?.option;
  if (option === undefined) throw new Error(optionId);
  return (
    <>
      <OmissionsContext value={figures}>
        <Board option={option} store={store} />
      </OmissionsContext>
      <BoardOmissions gameCode="FFC" option={option} onFigures={show} />
    </>
  );
}

async function show(optionId: string) {
  await renderScreen(null, "en-US");
  await loadCatalog("omission");
  await renderScreen(<Shown optionId={optionId} />, "en-US");
}

test("off until asked for; then each digit has its draws and the share of such runs, also for screen readers", async () => {
  await show("HR.ZX");
  expect(requests).toEqual([]);
  const toggle = screen.getByRole("switch", { name: "Show draws without, under each number" });
  fireEvent.click(toggle);
  const units = within(screen.getByRole("group", { name: "place5" }));
  const seven = await waitFor(() =>
    units.getByRole("button", { name: "place5, 7 26 draws without, 1 of 15 such runs" }),
  );
  expect(seven.textContent).toContain("261/15");
  // 27 draws without 8: (9/10)^27.
  expect(units.getByRole("button", { name: "place5, 8 27 draws without, 1 of 17 such runs" })).toBeDefined();
  expect(units.getByRole("button", { name: "place5, 5 just drawn" })).toBeDefined();
  expect(screen.getByText(/The next draw knows nothing of it/u)).toBeDefined();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toContain("/api/lottery/trend/FFC?draws=10");
  fireEvent.click(toggle);
  await waitFor(() => expect(units.getByRole("button", { name: "place5, 7" })).toBeDefined());
});

test("a board about no single place has no switch", async () => {
  await show("HS.Z3");
  expect(screen.queryByRole("switch")).toBeNull();
});

test.each([
  [17, "17"],
  [999, "999"],
  [1234, "1k"],
  [2_600_000, "3M"],
  [5e9, "5G"],
])("%d is written %s in a cell", (figure, written) => {
  expect(shortFigure(figure)).toBe(written);
});
