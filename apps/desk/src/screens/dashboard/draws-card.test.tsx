import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render-part.tsx";
import type { DashboardData } from "./dashboard-data.ts";
import { DrawsCard } from "./draws-card.tsx";
import { Figures } from "./figures.tsx";
import { RuleVoidsCard } from "./rule-voids-card.tsx";

const VOID = {
  id: "FFC-202611210003",
  at: Date.UTC(2026, 10, 21, 5),
  cause: "standstill",
  stillSince: Date.UTC(2026, 10, 21, 4, 58),
  orders: 12,
  refund: "4100.00",
  ordersInAll: 21,
  stake: "9192.00",
};

/** What these cards read of a quiet house. */
const quiet = (more: Partial<DashboardData> = {}): DashboardData =>
  // The cards read no more of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({
    log: { entries: 7, isWatched: true, quorumAgeS: 1 },
    missing: [],
    late: [],
    eventLagMs: 0,
    clock: { differenceMs: 0, held: false },
    onSale: ["FFC"],
    sales: { state: "selling", stops: [] },
    ruleVoids: { count: 0, list: [] },
    skipped: 0,
    days: [],
    pending: { recharges: 0, withdrawals: 0, payments: 0, conversations: 0 },
    players: { online: 0, seenToday: 0, registeredToday: 0 },
    ...more,
  }) as DashboardData;

test("draws are in time only if none is void or was skipped", async () => {
  await renderPart(<DrawsCard data={quiet()} />);
  expect(await screen.findByText("In time")).toBeTruthy();
  await renderPart(<DrawsCard data={quiet({ ruleVoids: { count: 2, list: [VOID] }, skipped: 3 })} />);
  expect(await screen.findByText("In time now; void: 2, skipped: 3")).toBeTruthy();
});

test("a void period says how many of its orders are refunded while that runs", async () => {
  await renderPart(<RuleVoidsCard ruleVoids={{ count: 1, list: [VOID] }} />);
  expect(await screen.findByText("refunding: 12 of 21")).toBeTruthy();
  expect(await screen.findByText(/^of 9,192\.00\sK$/u)).toBeTruthy();
  await renderPart(<RuleVoidsCard ruleVoids={{ count: 1, list: [{ ...VOID, orders: 21 }] }} />);
  expect(await screen.findByRole("cell", { name: "21" })).toBeTruthy();
  expect(document.body.textContent).not.toContain("refunding");
});

test("the counts of void and skipped periods lead to exactly those", async () => {
  await renderPart(<Figures data={quiet({ ruleVoids: { count: 2, list: [VOID] }, skipped: 3 })} />);
  const to = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
  expect(await to("2")).toBe(`#/periods?filter=${encodeURIComponent('{"rule_void":"unseen"}')}`);
  expect(await to("3")).toBe(`#/periods?filter=${encodeURIComponent('{"state":"skipped"}')}`);
});
