import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import { forgetRequest, keptRequests } from "../outcomes/kept-requests.ts";
import type { GameStore } from "../slip/game-store.ts";
import { ChaseSheet } from "./chase-sheet.tsx";

const DRAW = Date.UTC(2026, 10, 21, 2, 42);
// A game of three dice, each minute.
const FIRST = { prizeNo: "202611210582", openAt: DRAW - 60_000, closeAt: DRAW - 5_000, drawAt: DRAW };
const BEGUN = { chaseNo: "C1", total: "20.00", lastPrizeNo: "202611210591", balance: "80.00" };

interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

let store: GameStore;
let sent: Sent[];
/** What the server says next to a chase; without any the connection breaks. */
let answers: unknown[];
let version: number;
let from: typeof FIRST;
const onClose = vi.fn();

beforeEach(async () => {
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  store = unkeptStore("K3");
  store.getState().enter(ruleTree("K3").rules);
  store.getState().select("sum", "9");
  store.getState().addLine();
  sent = [];
  version = 1;
  from = FIRST;
  answers = [{ code: 0, msg: "", data: BEGUN }];
  onClose.mockClear();
  vi.stubGlobal("fetch", async (url: string, init: { body?: string; headers?: HeadersInit } = {}) => {
    const path = url.split("?")[0] ?? "";
    const isChase = path.startsWith("/api/lottery/chase/");
    if (isChase) {
      const key = new Headers(init.headers).get("Idempotency-Key");
      sent.push({ path, key, body: JSON.parse(init.body ?? "null") });
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError("no connection");
      return Response.json(answer);
    }
    if (path === "/api/lottery/rule/K3") {
      const data = ruleTree("K3", version === 1 ? {} : { version, halveOdds: true });
      return Response.json({ code: 0, msg: "", data });
    }
    throw new TypeError("no connection");
  });
  await renderSheet();
});
afterEach(cleanup);

async function renderSheet() {
  const shown = await renderScreen(
    <ChaseSheet
      open
      from={from}
      store={store}
      now={() => DRAW - 30_000}
      balance="100.00"
      onRecharge={() => undefined}
      onClose={onClose}
    />,
    "en-US",
  );
  await loadCatalog("chase");
  await screen.findByRole("dialog", { name: "Chase" });
  return shown;
}

const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const type = (name: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } }));
/** What stands beside a name in the box of chances. */
const chanceOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test("the button says what is set aside, and sends that plan under a key", async () => {
  await press("Set aside 10 × 2.00 = 20.00");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[\w-]{16,}$/u);
  expect(sent[0]?.body).toEqual({
    prize_no: "202611210582",
    version: 1,
    bets: [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["9"] }] }],
    multiples: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    stop_on_win: true,
  });
  expect(store.getState().lines).toEqual([]);
  expect(keptRequests()).toEqual([]);
});

test("each period's multiple can be typed, and none is proposed", async () => {
  const fields = screen.getAllByRole("textbox", { name: /^Multiple for draw/u });
  expect(fields.map((field) => field.getAttribute("value"))).toEqual(Array.from({ length: 10 }, () => "1"));
  await type("Multiple for draw 0583", "3");
  await type("Multiple for draw 0584", "2");
  await press("Set aside 26.00 for 10 draws");
  expect(sent[0]?.body).toMatchObject({ multiples: [1, 3, 2, 1, 1, 1, 1, 1, 1, 1] });
});

test("the chance of losing everything and the mean loss stand beside the plan, and follow it", async () => {
  // A sum of 9 comes in 25 of 216 throws.
  const lost = (191 / 216) ** 10;
  await waitFor(() =>
    expect(chanceOf("Chance of losing everything")).toContain(`${(lost * 100).toFixed(1)}%`),
  );
  expect(chanceOf("Chance of losing everything")).toContain("20.00 lost");
  expect(chanceOf("Chance that a win ends it early")).toContain(
    `${((1 - (191 / 216) ** 9) * 100).toFixed(1)}%`,
  );
  await type("Draws", "3");
  await waitFor(() =>
    expect(chanceOf("Chance of losing everything")).toContain(`${((191 / 216) ** 3 * 100).toFixed(1)}%`),
  );
  // One draw loses 12.5 % of 2.00 on average; each is reached if none before it has paid.
  const reached = 1 + 191 / 216 + (191 / 216) ** 2;
  expect(chanceOf("Lost on average")).toMatch(
    new RegExp(`^0\\.(?:${String(Math.floor(25 * reached))}|${String(Math.ceil(25 * reached))})`, "u"),
  );
  await type("Stop at a loss of", "2");
  await waitFor(() =>
    expect(chanceOf("Chance of losing everything")).toContain("1 draw without any return: 2.00 lost"),
  );
});

test("a plan of too few or too many periods is not sent", async () => {
  for (const count of ["1", "1441", ""]) {
    await type("Draws", count);
    expect(screen.getByText("Choose 2 to 1,440 draws.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Begin the chase" }).hasAttribute("disabled")).toBe(true);
  }
  await type("Draws", "60");
  expect(screen.getByText("Not enough balance: 20.00 short")).toBeDefined();
});

test("a closed period moves the plan only when the player says so", async () => {
  answers = [
    { code: 3005, msg: "closed", data: null },
    { code: 0, msg: "", data: BEGUN },
  ];
  await press("Set aside 10 × 2.00 = 20.00");
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText("Draw 0582 is closed.")).toBeDefined();
  expect(screen.queryByRole("textbox", { name: "Multiple for draw 0592" })).toBeNull();
  await press("Start with draw 0583");
  expect(screen.getByRole("textbox", { name: "Multiple for draw 0592" })).toBeDefined();
  expect(sent).toHaveLength(1);
  await press("Set aside 10 × 2.00 = 20.00");
  expect(sent[1]?.body).toMatchObject({ prize_no: "202611210583" });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test("changed odds are shown, and agreed to by the next press", async () => {
  version = 2;
  answers = [
    { code: 3013, msg: "odds", data: null },
    { code: 0, msg: "", data: BEGUN },
  ];
  await press("Set aside 10 × 2.00 = 20.00");
  const strip = await screen.findByText(/HZ: ×.*→/u);
  expect(within(strip.closest("ul") ?? strip).getAllByText(/→/u)).toHaveLength(1);
  await press("Set aside 10 × 2.00 = 20.00");
  expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]);
});

test("without an answer the plan is frozen, and sent again as it was", async () => {
  answers = [];
  await press("Set aside 10 × 2.00 = 20.00");
  await screen.findByText("It is not certain that the chase arrived.", undefined, { timeout: 10_000 });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Draws" }).disabled).toBe(true);
  expect(keptRequests().map(({ kind }) => kind)).toEqual(["chase"]);
  answers = [{ code: 0, msg: "", data: BEGUN }];
  await press("Try again, never placed twice");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(keptRequests()).toEqual([]);
});

test("one that was never answered comes first when a chase is planned anew, whatever is on the slip and on sale now", async () => {
  answers = [];
  await type("Draws", "5");
  await type("Multiple for draw 0583", "3");
  await press("Set aside 14.00 for 5 draws");
  await screen.findByText("It is not certain that the chase arrived.", undefined, { timeout: 10_000 });
  // Its sheet is closed, more is picked, and the next draw is on sale.
  cleanup();
  store.getState().select("sum", "10");
  store.getState().addLine();
  from = { prizeNo: "202611210583", openAt: DRAW, closeAt: DRAW + 55_000, drawAt: DRAW + 60_000 };
  await renderSheet();
  await screen.findByText("It is not certain that the chase arrived.");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Draws" }).value).toBe("5");
  expect(screen.getByText("14.00")).toBeDefined();
  answers = [{ code: 0, msg: "", data: BEGUN }];
  await press("Try again, never placed twice");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  // What it does not bet stays on the slip.
  expect(store.getState().lines.map(({ groups }) => groups)).toEqual([[{ code: "sum", items: ["10"] }]]);
});

test("one whose outcome was told meanwhile is not begun again", async () => {
  answers = [];
  await press("Set aside 10 × 2.00 = 20.00");
  await screen.findByText("It is not certain that the chase arrived.", undefined, { timeout: 10_000 });
  cleanup();
  await renderSheet();
  await screen.findByText("It is not certain that the chase arrived.");
  for (const { key } of keptRequests()) forgetRequest(key);
  const tries = sent.length;
  await press("Try again, never placed twice");
  expect(screen.queryByText("It is not certain that the chase arrived.")).toBeNull();
  expect(sent).toHaveLength(tries);
});
