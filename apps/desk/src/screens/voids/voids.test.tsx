import { DESK_CALLS } from "@lotus/contract/desk";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { periodNameOf } from "../../i18n/i18n.ts";
import type { Desk } from "../../shell/desk.ts";
import { renderPart } from "../../testing/render-part.tsx";
import { Voids } from "./voids.tsx";

const NOW = Date.now();
const FIRST = { id: "9", name: "risk_1" };
const row = (id: string, stake: string, more: object = {}) => ({
  id,
  state: "open",
  drawAt: NOW + 40_000,
  orders: 3,
  stake,
  refunded: 0,
  payout: "0.00",
  isOpen: true,
  voidAsked: null,
  ...more,
});

interface Shown {
  list: ReturnType<typeof row>[];
  readonly ill?: string;
  /** Periods that the operator helped to void in the last 24 hours, of 20. */
  readonly used?: number;
}

/** A server whose periods change while the page is open; answers with what was asked of it. */
function serverOf(shown: Shown) {
  const asked: { readonly path: string; readonly input: Record<string, unknown> }[] = [];
  const call = vi.fn((spec: { readonly path: string }, input: Record<string, unknown>) => {
    asked.push({ path: spec.path, input });
    if (spec.path === DESK_CALLS.dashboard.path)
      return Promise.resolve({
        late: shown.ill === undefined ? [] : [{ id: shown.ill }],
        missing: [],
        ruleVoids: { list: [] },
      });
    if (spec.path === DESK_CALLS.alone.path)
      return Promise.resolve({ voids: { used: shown.used ?? 0, most: 20 } });
    if (spec.path === DESK_CALLS.voidPeriods.path)
      return Promise.resolve({ list: [], asked: 0, voided: 1, refused: 0, waitsForSecond: false });
    const { ids } = (input as { query: { ids?: string } }).query;
    const list = shown.list.filter(({ id }) => ids === undefined || ids.split(",").includes(id));
    const open = list.filter(({ isOpen }) => isOpen);
    const sum = open.reduce((all, { stake }) => all + Number(stake), 0).toFixed(2);
    return Promise.resolve({ list, periods: open.length, orders: 3, players: 2, stake: sum, paid: "0.00" });
  });
  return { asked, call: call as unknown as Desk["call"] };
}

const open = async (shown: Shown, path = "/voids") => {
  const server = serverOf(shown);
  globalThis.location.hash = path;
  await renderPart(
    <>
      <div id="react-admin-title" />
      <Voids />
    </>,
    { call: server.call },
  );
  await screen.findAllByText(/go back to 2 players/u);
  return server;
};
const ranges = ({ asked }: ReturnType<typeof serverOf>) =>
  asked.flatMap(({ path, input }) =>
    path === DESK_CALLS.periodRange.path ? [(input as { query: Record<string, unknown> }).query] : [],
  );

test("the page opens on the game that is ill, and on its next draw", async () => {
  const server = await open({ list: [row("SFC-202611210003", "5.00")], ill: "SFC-202611210002" });
  const [first] = ranges(server);
  expect(first).toMatchObject({ game: "SFC" });
  expect(Number(first?.["to"]) - Number(first?.["from"])).toBe(180_000);
});

test("without one it opens on the game that it was opened from; the browser's tab has its name", async () => {
  const server = await open({ list: [row("WFC-202611210003", "5.00")] }, "/voids?game=WFC");
  expect(ranges(server)[0]).toMatchObject({ game: "WFC" });
  expect(document.title).toBe("Void several periods – Lotus desk");
});

test("an amount has its currency once", async () => {
  await open({ list: [row("FFC-202611210003", "4431.00")] });
  const written = document.body.textContent ?? "";
  expect(written).toMatch(/4,431\.00\sK/u);
  expect(written).not.toMatch(/K\s+K/u);
});

test("more than the day allows is said before a reason is asked for, and a row can be left out", async () => {
  const server = await open({
    list: [row("FFC-202611210003", "5.00"), row("FFC-202611210004", "7.00")],
    used: 19,
  });
  const button = screen.getByRole("button", { name: "Void several periods" });
  await screen.findByText(/1 more within 24 hours, of 20/u);
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(screen.getByRole("checkbox", { name: periodNameOf("FFC-202611210004") }));
  await waitFor(() => expect(ranges(server).at(-1)).toEqual({ ids: "FFC-202611210003" }));
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
});

test("the dialog's cost follows the sale, names what has dropped out, and is the most that may go back", async () => {
  const voidAsked = {
    operator: FIRST,
    reason: "wrongOdds",
    note: "the feed stood still",
    at: NOW,
    stake: "100.00",
  };
  const shown: Shown = {
    list: [row("FFC-202611210003", "0.00", { voidAsked }), row("K3-202611210633", "50.00", { voidAsked })],
  };
  const server = await open(shown, "/voids?ids=FFC-202611210003,K3-202611210633");
  fireEvent.click(await screen.findByRole("button", { name: "Confirm: void 2 periods" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("risk_1 asks to void. Players read: The odds on sale were wrong");
  expect(dialog.textContent).toContain("Note for colleagues: the feed stood still");
  expect(dialog.textContent).toContain("When risk_1 asked, it was 200.00\u00a0K");
  expect(screen.queryByRole("combobox", { name: /reads/u })).toBeNull();
  expect(dialog.textContent).toContain("You are the second person: it happens at once.");
  shown.list = [
    row("FFC-202611210003", "4431.00", { voidAsked }),
    row("K3-202611210633", "9129.00", { voidAsked, isOpen: false, state: "closed" }),
  ];
  await waitFor(() => expect(dialog.textContent).toContain("4,431.00\u00a0K go back"), { timeout: 5_000 });
  expect(dialog.textContent).toMatch(/sale has ended: .*202611210633 \(Closed, 9,129\.00\sK\)/u);
  await act(() => {
    fireEvent.click(
      [...dialog.querySelectorAll("button")].find(({ type }) => type === "submit") as HTMLElement,
    );
    return Promise.resolve();
  });
  const sent = await vi.waitFor(() => {
    const found = server.asked.find(({ path }) => path === DESK_CALLS.voidPeriods.path);
    expect(found).toBeDefined();
    return found;
  });
  expect(sent?.input["body"]).toMatchObject({
    ids: ["FFC-202611210003", "K3-202611210633"],
    most: "4874.10",
    reason: "wrongOdds",
    confirms: FIRST.id,
  });
});

test("another reason than the first person's is another button, which says that it confirms nothing", async () => {
  const voidAsked = { operator: FIRST, reason: "wrongOdds", note: "", at: NOW, stake: "5.00" };
  await open({ list: [row("FFC-202611210003", "5.00", { voidAsked })] }, "/voids?ids=FFC-202611210003");
  fireEvent.click(await screen.findByRole("button", { name: "Void for another reason" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("it takes the place of that request, and waits for another person");
  expect(dialog.textContent).toContain("Two people are needed");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /reads/u }));
  const reasons = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(reasons).toHaveLength(2);
  expect(reasons).not.toContain("The odds on sale were wrong");
});
