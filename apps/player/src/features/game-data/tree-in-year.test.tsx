import type { CurrentPeriod, RuleTree } from "@lotus/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { currentQuery, ruleQuery } from "./queries.ts";
import { ruleTree } from "../../testing/rules.ts";
import { treeInYear } from "./tree-in-year.ts";
import { useRuleTree } from "./use-rule-tree.ts";

// What the server says is put in by the tests; it answers nothing by itself.
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lunar new year 2027 begins on 6 February at midnight in Ho Chi Minh City. */
const NEW_YEAR = Date.UTC(2027, 1, 5, 17);

test("the odds under animals become those of the year, in every option; everything else stays", () => {
  const [old, renewed] = [2026, 2027].map((lunarYear) => ruleTree("LHC", { lunarYear }));
  if (old === undefined || renewed === undefined) throw new Error("no trees");
  expect(old).not.toEqual(renewed);
  expect(treeInYear(old, 2027)).toEqual(renewed);
  expect(treeInYear(renewed, 2026)).toEqual(old);
  expect(treeInYear(ruleTree("LHC"), 2026)).toEqual(old);
});

test("a tree of the right year is returned unchanged, and boards without animals are never copied", () => {
  const old = ruleTree("LHC", { lunarYear: 2026 });
  expect(treeInYear(old, 2026)).toBe(old);
  const options = (tree: RuleTree) => tree.rules.flatMap((mode) => mode.childrens);
  const renewed = options(treeInYear(old, 2027));
  const touched = options(old).filter((option, at) => option !== renewed[at]);
  expect(touched.every(({ groups }) => groups.some(({ kind }) => kind === "zodiac"))).toBe(true);
  expect(touched.length).toBeGreaterThan(0);
  const digits = ruleTree("FFC");
  expect(treeInYear(digits, 2027)).toBe(digits);
});

function Horse() {
  const { tree } = useRuleTree("LHC");
  const option = tree?.rules.flatMap((mode) => mode.childrens).find(({ id }) => id === "SX.TX");
  return <output>{option?.groups[0]?.items.find(({ id }) => id === "horse")?.odds}</output>;
}

const period = (drawAt: number): CurrentPeriod => ({
  prizeNo: "20270205144",
  openAt: drawAt - 600_000,
  closeAt: drawAt - 30_000,
  drawAt,
  serverTime: 0,
  status: "open",
  commitment: "",
});

test("an open app switches to the new odds with the first period of the new year", async () => {
  const odds = (lunarYear: number) =>
    ruleTree("LHC", { lunarYear })
      .rules.flatMap((mode) => mode.childrens)
      .find(({ id }) => id === "SX.TX")
      ?.groups[0]?.items.find(({ id }) => id === "horse")?.odds;
  await renderScreen(<Horse />, "en-US");
  const bring = (drawAt: number) =>
    act(async () => void queryClient.setQueryData(currentQuery("LHC").queryKey, period(drawAt)));
  await bring(NEW_YEAR - 600_000);
  await act(async () =>
    queryClient.setQueryData(ruleQuery("LHC", "en-US").queryKey, ruleTree("LHC", { lunarYear: 2026 })),
  );
  const shows = (lunarYear: number) =>
    waitFor(() => expect(screen.getByRole("status").textContent).toBe(odds(lunarYear)));
  await shows(2026);
  await bring(NEW_YEAR - 1);
  await shows(2026);
  // The last period sold in the old year is drawn in the new one: its bets are paid by the new year's odds.
  await bring(NEW_YEAR);
  await shows(2027);
  expect(odds(2027)).not.toBe(odds(2026));
});
