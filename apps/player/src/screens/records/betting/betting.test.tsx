import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gameStore } from "../../../features/slip/game-store.ts";
import { navigation } from "../../../shell/navigation.ts";
import { emitLiveEvent } from "../../../live/live-events.ts";
import { fakeReach } from "../../../testing/fake-reach.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { savedFiles } from "../../../testing/saved-files.ts";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { Screen } from "./betting.tsx";

const at = (minute: number) => Date.UTC(2026, 10, 21, 3, minute);
const bet = (no: number, more: object = {}) => ({
  orderNo: `B00000000000${String(no)}`,
  type: "bet",
  gameCode: "K3",
  prizeNo: "202611210601",
  optionId: "HZ",
  modeName: "Sum",
  optionName: "Sum",
  groups: [{ code: "HZ", items: ["3"] }],
  betNumbers: "3",
  betCount: 1,
  betAmount: "2.00",
  total: "2.00",
  payout: "0.00",
  refund: "0.00",
  status: "notDrawn",
  time: at(no),
  betTime: at(no),
  date: "2026-11-21",
  drawAt: at(59),
  tiers: [],
  ...more,
});
const GAMES = {
  list: [
    {
      gameCode: "K3",
      name: "Fast Three",
      family: "dice",
      cycleMinutes: 1,
      on: true,
      current: null,
      last: null,
    },
  ],
  serverTime: at(30),
};

const SLIP = {
  gameCode: "K3",
  prizeNo: "202611210601",
  time: at(2),
  total: "6.00",
  lines: ["3", "4"].map((item) => ({
    optionId: "HZ",
    modeName: "Sum",
    optionName: "Sum",
    groups: [{ code: "HZ", items: [item] }],
    picks: item,
    betCount: 1,
    amount: "3.00",
    total: "3.00",
  })),
};
let offline = false;

interface ListRequest {
  readonly game: string;
  readonly query: URLSearchParams;
}
let requests: ListRequest[];
let answer: (cursor: string | null) => { list: object[]; nextCursor: string | null };
let sum: { bet: string; payout: string; pending?: string };
let reach: () => void;

beforeEach(() => {
  requests = [];
  answer = () => ({ list: [bet(2), bet(1)], nextCursor: null });
  sum = { bet: "4.00", payout: "0.00" };
  vi.stubGlobal("fetch", (input: string) => {
    const url = new URL(input, "http://house");
    const reply = (data: object) => Promise.resolve(Response.json({ code: 0, msg: "", data }));
    if (url.pathname.endsWith("recentSlips")) {
      return offline ? Promise.reject(new TypeError("no network")) : reply({ list: [SLIP] });
    }
    if (!url.pathname.includes("orderList")) return reply(GAMES);
    requests.push({ game: url.pathname.split("/").at(-1) ?? "", query: url.searchParams });
    return reply({ ...answer(url.searchParams.get("cursor")), sum });
  });
  reach = fakeReach();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Screen query={{}} />, "en-US");
  await loadCatalog("records");
  await screen.findAllByText("Sum");
}
const last = () => requests.at(-1)?.query;

test("dates, game and status narrow the list at the server, with its sums", async () => {
  await open();
  expect(requests[0]?.game).toBe("ALL");
  expect(last()?.get("range")).toBe("today");
  expect(screen.getByText("Staked").nextElementSibling?.textContent).toBe("4.00");
  fireEvent.click(screen.getByRole("radio", { name: "3 days" }));
  await vi.waitFor(() => expect(last()?.get("range")).toBe("3d"));
  fireEvent.click(screen.getByRole("radio", { name: "7 days" }));
  await vi.waitFor(() => expect(last()?.get("range")).toBe("7d"));
  fireEvent.click(screen.getByRole("button", { name: "All games" }));
  fireEvent.click(await screen.findByRole("button", { name: "Fast Three" }));
  await vi.waitFor(() => expect(requests.at(-1)?.game).toBe("K3"));
  fireEvent.click(screen.getByRole("button", { name: "Status" }));
  fireEvent.click(
    within(screen.getByRole("dialog", { name: "Status" })).getByRole("button", { name: "Returned" }),
  );
  await vi.waitFor(() => expect(last()?.get("state")).toBe("returned"));
});

test("the list has no end but its last page: it goes on by itself as its foot comes near", async () => {
  answer = (cursor) =>
    cursor === null ? { list: [bet(2)], nextCursor: "c1" } : { list: [bet(1)], nextCursor: null };
  await open();
  reach();
  await vi.waitFor(() => expect(last()?.get("cursor")).toBe("c1"));
  expect(await screen.findByText("End of the list")).toBeDefined();
  expect(screen.getAllByText("Sum")).toHaveLength(2);
});

test("stakes of pending draws are shown separately and are no loss", async () => {
  const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  sum = { bet: "14.00", payout: "7.80", pending: "10.00" };
  await open();
  expect(figure("Staked")).toBe("14.00");
  expect(figure("Of which undecided")).toBe("10.00");
  expect(figure("Net")).toBe("▲ +3.80");
});

test("with only pending bets nothing is won or lost", async () => {
  sum = { bet: "4.00", payout: "0.00", pending: "4.00" };
  await open();
  expect(screen.getByText("Net").nextElementSibling?.textContent).toBe("0.00");
});

test("a bet placed in another window comes into the list", async () => {
  await open();
  answer = () => ({ list: [bet(3), bet(2), bet(1)], nextCursor: null });
  emitLiveEvent("balance", { balance: "94.00" });
  await vi.waitFor(() => expect(screen.getAllByText("Sum")).toHaveLength(3));
});

test("a bet that is drawn while the screen is open is updated on it", async () => {
  await open();
  expect(screen.queryByText("Won")).toBeNull();
  const won = { status: "won", payout: "63.00", winningNumbers: [1, 1, 1] };
  answer = () => ({ list: [bet(2, won), bet(1)], nextCursor: null });
  emitLiveEvent("order", { gameCode: "K3", prizeNo: "202611210601", status: "won" });
  expect(await screen.findByText("Won")).toBeDefined();
  expect(screen.getByText("+63.00")).toBeDefined();
});

test("a bet that won nothing is updated too: it hears of the draw alone, and waits for the settlement", async () => {
  await open();
  answer = () => ({ list: [bet(2, { status: "drawn" }), bet(1)], nextCursor: null });
  emitLiveEvent("draw", { gameCode: "FFC", prizeNo: "202611210601" });
  emitLiveEvent("draw", { gameCode: "K3", prizeNo: "202611210601" });
  expect(await screen.findByText("Being settled")).toBeDefined();
  expect(requests).toHaveLength(2);
  answer = () => ({ list: [bet(2, { status: "notWon" }), bet(1)], nextCursor: null });
  expect(await screen.findByText("Not won")).toBeDefined();
});

test("the file has every bet of the filter, page after page", async () => {
  const saved = savedFiles();
  answer = (cursor) =>
    cursor === null ? { list: [bet(2)], nextCursor: "c1" } : { list: [bet(1)], nextCursor: null };
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Download spreadsheet" }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(last()?.get("page_size")).toBe("100");
  const numbers = saved[0]?.rows().map(([number]) => number);
  expect(numbers).toEqual(["Bet number", "B000000000002", "B000000000001"]);
});

async function betAgain(): Promise<void> {
  await open();
  const [row] = screen.getAllByRole("button", { name: /Sum/u });
  if (row === undefined) throw new Error("no row");
  fireEvent.click(row);
  const again = await screen.findByRole("button", { name: "Bet again" });
  fireEvent.click(again);
  fireEvent.click(again);
}

test("a bet is placed again from its details: the whole slip it was part of is offered in its game, once", async () => {
  const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
  await betAgain();
  await vi.waitFor(() => expect(push).toHaveBeenCalled());
  expect(push.mock.calls).toEqual([["/pages-sub/game/index?code=K3"]]);
  const { offer, lines } = gameStore("K3").getState();
  expect(offer?.lines.map(({ groups, amount }) => [groups[0]?.items[0], amount])).toEqual([
    ["3", "3"],
    ["4", "3"],
  ]);
  // It is put on the slip where its rules are known, and seen there first.
  expect(lines).toEqual([]);
  gameStore("K3").getState().setOffer(null);
});

test("without a network the player stays where they are, and may try again", async () => {
  offline = true;
  const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
  await betAgain();
  const again = screen.getByRole("button", { name: "Bet again" });
  await vi.waitFor(() => expect(again.getAttribute("aria-busy")).toBeNull());
  expect(push).not.toHaveBeenCalled();
  expect(gameStore("K3").getState().offer).toBeNull();
  offline = false;
});

test("a bet of a game that is switched off is not offered again", async () => {
  const [game] = GAMES.list;
  if (game !== undefined) game.on = false;
  await open();
  const [row] = screen.getAllByRole("button", { name: /Sum/u });
  if (row === undefined) throw new Error("no row");
  fireEvent.click(row);
  await screen.findByRole("button", { name: "Cancel this bet" });
  expect(screen.queryByRole("button", { name: "Bet again" })).toBeNull();
  if (game !== undefined) game.on = true;
});

test.each([
  ["a loss that a result led to is not offered again", { from: "result" }, { status: "notWon" }, false],
  [
    "nor is one that was paid less than its stake",
    { from: "result" },
    { status: "won", payout: "1.00" },
    false,
  ],
  ["a gain that a result led to is", { from: "result" }, { status: "won", payout: "9.00" }, true],
  ["a loss that was looked up is", {}, { status: "notWon" }, true],
] as const)("%s", async (_, query, more, offered) => {
  answer = () => ({ list: [bet(1, more)], nextCursor: null });
  await renderScreen(<Screen query={query} />, "en-US");
  fireEvent.click(await screen.findByRole("button", { name: /^Sum/u }));
  const sheet = await screen.findByRole("dialog");
  expect(within(sheet).queryAllByText(/again/iu)).toHaveLength(offered ? 1 : 0);
});

test("a bet of a chase says so in its row, and its details lead to the chase", async () => {
  const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
  answer = () => ({ list: [bet(2, { chaseNo: "C2026112100000000001" }), bet(1)], nextCursor: null });
  await open();
  const rows = screen.getAllByRole("button", { name: /^Sum/u });
  expect(rows.map(({ textContent }) => textContent.includes("By a chase"))).toEqual([true, false]);
  rows.slice(0, 1).forEach((row) => fireEvent.click(row));
  fireEvent.click(await screen.findByRole("button", { name: "Open the chase" }));
  expect(push).toHaveBeenCalledWith("/pages-sub/record/chase?no=C2026112100000000001");
});

test("held for 350 ms, a row copies its bet number", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  await open();
  const [row] = screen.getAllByRole("button", { name: /Sum/u });
  if (row === undefined) throw new Error("no row");
  fireEvent.pointerDown(row);
  // The hold is measured by a real clock, which a busy machine stretches.
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith("B000000000002"), { timeout: 10_000 });
  fireEvent.click(row);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a bet that was paid less than its stake is neither called won nor gold", async () => {
  const paid = { status: "won", total: "4.00" };
  answer = () => ({
    list: [bet(2, { ...paid, payout: "3.90" }), bet(1, { ...paid, payout: "4.00" })],
    nextCursor: null,
  });
  await renderScreen(<Screen query={{}} />, "en-US");
  const [less, even] = await screen
    .findAllByRole("button", { name: /stake|Sum/iu })
    .then((rows) => [
      rows.find((row) => row.textContent.includes("3.90")),
      rows.find((row) => row.textContent.includes("+4.00")),
    ]);
  expect(less?.textContent).toContain("Paid below stake");
  expect(less?.textContent).not.toContain("Won");
  expect(less?.innerHTML).not.toMatch(/gold/u);
  expect(even?.textContent).toContain("Won");
  expect(even?.innerHTML).toMatch(/gold/u);
});

test("any days are chosen, by the month or by the day, and stand in the place of the named ones", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Choose dates" }));
  const sheet = within(screen.getByRole("dialog", { name: "Dates" }));
  fireEvent.change(sheet.getByLabelText("From"), { target: { value: "2025-01-05" } });
  fireEvent.change(sheet.getByLabelText("To"), { target: { value: "2025-01-09" } });
  fireEvent.click(sheet.getByRole("button", { name: "Show" }));
  await vi.waitFor(() => expect(last()?.get("from")).toBe("2025-01-05"));
  expect([last()?.get("to"), last()?.get("range")]).toEqual(["2025-01-09", null]);
  expect(screen.getByRole("radio", { name: "Today" }).getAttribute("aria-checked")).toBe("false");
  // The row is still reached by keyboard.
  expect(screen.getByRole("radio", { name: "Today" }).tabIndex).toBe(0);
  fireEvent.click(screen.getByRole("radio", { name: "7 days" }));
  await vi.waitFor(() => expect(last()?.get("range")).toBe("7d"));
  expect(last()?.get("from")).toBeNull();
});

test("a bet is found by its number, whatever else is chosen; a wrong number is said at the field", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Find by number" }));
  const field = screen.getByRole("textbox");
  expect(document.activeElement).toBe(field);
  const count = requests.length;
  fireEvent.change(field, { target: { value: "R2026112100000000001" } });
  fireEvent.click(screen.getByRole("button", { name: "Find" }));
  expect(screen.getByText("A number is B followed by digits. Please check it")).toBeDefined();
  expect(requests).toHaveLength(count);
  answer = () => ({ list: [], nextCursor: null });
  fireEvent.change(field, { target: { value: " b2026 1121 0000 0000 001 " } });
  fireEvent.click(screen.getByRole("button", { name: "Find" }));
  await vi.waitFor(() => expect(last()?.get("order_no")).toBe("B2026112100000000001"));
  expect([last()?.get("range"), requests.at(-1)?.game]).toEqual([null, "ALL"]);
  expect(await screen.findByText("Nothing has this number")).toBeDefined();
  answer = () => ({ list: [bet(1)], nextCursor: null });
  fireEvent.click(screen.getAllByRole("button", { name: "Stop searching" })[0] as HTMLElement);
  await screen.findAllByText("Sum");
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a row shows its picks in short, and of an open bet the odds and what it pays", async () => {
  const ifWon = { odds: { least: "2.10", most: "9.75" }, pays: { least: "4.20", most: "19.50" } };
  answer = () => ({
    list: [bet(2, { picks: "Small, 3", ifWon }), bet(1, { status: "notWon" })],
    nextCursor: null,
  });
  await open();
  expect(screen.getByText("Small, 3")).toBeDefined();
  expect(screen.getByText("×2.10–9.75")).toBeDefined();
  expect(screen.getByText(/Returns 4\.20–19\.50 if it wins/u)).toBeDefined();
});

describe("several open bets are cancelled together", () => {
  let outcomes: Record<string, object>;
  let sent: { readonly orderNo: string; readonly key: string }[];
  beforeEach(() => {
    outcomes = {};
    sent = [];
    const lists = globalThis.fetch;
    vi.stubGlobal("fetch", (input: string, init: { headers: Record<string, string> }) => {
      const orderNo = /\/cancel\/(B\d+)/u.exec(input)?.[1];
      if (orderNo === undefined) return lists(input, init);
      sent.push({ orderNo, key: new Headers(init.headers).get("Idempotency-Key") ?? "" });
      const refused = outcomes[orderNo];
      const data = { orderNo, refund: "2.00", balance: "100.00" };
      return Promise.resolve(Response.json(refused ?? { code: 0, msg: "", data }));
    });
  });

  async function choose() {
    answer = () => ({ list: [bet(3), bet(2), bet(1)], nextCursor: null });
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Cancel several" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Cancel open bets" }));
    fireEvent.click(await sheet.findByRole("checkbox", { name: "Choose all" }));
    fireEvent.click(sheet.getByRole("button", { name: "Cancel 3 bets · 6.00" }));
    const question = within(screen.getByRole("alertdialog", { name: "Cancel 3 bets?" }));
    expect(question.getByText(/6\.00 comes back/u)).toBeDefined();
    expect(sent).toHaveLength(0);
    fireEvent.click(question.getByRole("button", { name: "Cancel this bet" }));
    return sheet;
  }

  test("each by its own request and key, and the outcome of each is told", async () => {
    outcomes = { [bet(2).orderNo]: { code: 3005, msg: "closed", data: null } };
    const sheet = await choose();
    expect(await sheet.findByText("2 cancelled, 1 too late")).toBeDefined();
    expect(sheet.getAllByText("Cancelled, 2.00 back")).toHaveLength(2);
    expect(sheet.getByText("Too late, the sale has closed")).toBeDefined();
    expect(sent.map(({ orderNo }) => orderNo).toSorted()).toEqual([1, 2, 3].map((no) => bet(no).orderNo));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  });

  test("what became of them stays to be read though no bet is open any more", async () => {
    const sheet = await choose();
    answer = () => ({ list: [bet(1, { status: "cancelled" })], nextCursor: null });
    expect(await sheet.findByText("3 cancelled")).toBeDefined();
    await vi.waitFor(() => expect(screen.getByText("Cancelled")).toBeDefined());
    expect(sheet.getByText("3 cancelled")).toBeDefined();
  });
});
