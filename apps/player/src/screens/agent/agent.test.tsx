import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { fakeReach } from "../../testing/fake-reach.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./agent.tsx";

const FIGURES = { turnover: "0.00", commission: "0.00", ownTurnover: "0.00", rebate: "0.00" };
const SUMMARY = {
  inviteCode: "LT7K2Q",
  link: "/pages/auth/register?invite=LT7K2Q",
  teamSize: [
    { level: 1, players: 12 },
    { level: 2, players: 0 },
  ],
  today: { ...FIGURES, turnover: "1178.00", commission: "3.53" },
  yesterday: { ...FIGURES, ownTurnover: "200.00", rebate: "1.00" },
  month: { ...FIGURES, turnover: "20000.00" },
  bookedTo: "2026-11-20",
  plan: {
    fromDay: "2026-01-01",
    rebatePercent: "0.50",
    levels: [
      { level: 1, percent: "0.30" },
      { level: 2, percent: "0.05" },
    ],
  },
  nextPlan: null as object | null,
};
const member = (at: number) => ({
  player: `mi***${at}`,
  level: 1,
  joinedDay: "2026-11-19",
  turnover: "100.00",
  commission: at === 1 ? "0.00" : "0.30",
});
const DAY = {
  day: "2026-11-21",
  booked: false,
  ownTurnover: "200.00",
  rebate: "1.00",
  levels: [
    { level: 1, turnover: "1000.00", percent: "0.30", commission: "3.00" },
    { level: 2, turnover: "1060.00", percent: "0.05", commission: "0.53" },
  ],
  turnover: "2060.00",
  commission: "3.53",
};

let requests: URL[];
let summary: typeof SUMMARY;
let broken: boolean;
/** The pages of any list by cursor. */
let team: Record<string, { list: object[]; nextCursor: string | null }>;
let days: object[];
/** Tells the element after the last row that it has come near the visible part. */
let reach: () => void;

beforeEach(() => {
  requests = [];
  summary = SUMMARY;
  broken = false;
  team = {
    "": { list: [member(1), member(2)], nextCursor: "c2" },
    c2: { list: [member(3)], nextCursor: null },
  };
  days = [DAY, { ...DAY, day: "2026-11-20", booked: true }];
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string) => {
    const url = new URL(input, "http://house");
    requests.push(url);
    if (broken && url.pathname.startsWith("/api/agent")) {
      return Promise.resolve(Response.json({ code: 9500, msg: "broken", data: null }));
    }
    return Promise.resolve(Response.json({ code: 0, msg: "", data: answerOf(url) }));
  });
  reach = fakeReach();
});

function answerOf({ pathname, searchParams }: URL): unknown {
  if (pathname === "/api/agent/summary") return summary;
  if (pathname === "/api/agent/days") return { list: days, nextCursor: null };
  if (pathname !== "/api/agent/team") return {};
  if (searchParams.get("level") !== "1") return { list: [], nextCursor: null };
  return team[searchParams.get("cursor") ?? ""];
}

afterEach(() => {
  // Before the browser's parts go that its lists watch with.
  cleanup();
  useSession.setState({ accessToken: "" });
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("agent");
  await screen.findByText("LT7K2Q");
}
const tab = (name: string) => fireEvent.click(screen.getByRole("tab", { name }));
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
const requestsTo = (path: string) => requests.filter(({ pathname }) => pathname === path).length;

test("code and link can be copied and the link scanned; it has the app's origin", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  await open();
  const link = `${window.location.origin}/pages/auth/register?invite=LT7K2Q`;
  expect(screen.getByText(link)).toBeDefined();
  expect(screen.getByRole("img", { name: "QR code of the invite link" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Copy the invite code" }));
  fireEvent.click(screen.getByRole("button", { name: "Copy the invite link" }));
  await waitFor(() => expect(copied).toEqual(["LT7K2Q", link]));
});

test("the link is shared where the browser can, and not offered where it cannot", async () => {
  const shared: object[] = [];
  vi.stubGlobal("navigator", {
    share: async (what: object) => {
      shared.push(what);
      throw new DOMException("closed", "AbortError");
    },
  });
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Share the link" }));
  expect(shared).toEqual([
    {
      title: "Join me at Lotus",
      url: `${window.location.origin}/pages/auth/register?invite=LT7K2Q`,
    },
  ]);
  vi.stubGlobal("navigator", {});
  await open();
  expect(screen.queryByRole("button", { name: "Share the link" })).toBeNull();
});

test("shows figures of today, yesterday and the month, and up to which day they are booked", async () => {
  await open();
  expect(figure("Team turnover")).toBe("1,178.00");
  expect(figure("Commission")).toBe("3.53");
  expect(screen.getByText(/^In your balance up to the end of 11\/20\/2026/u)).toBeDefined();
  fireEvent.click(screen.getByRole("radio", { name: "Yesterday" }));
  expect(figure("Your own turnover")).toBe("200.00");
  expect(figure("Rebate")).toBe("1.00");
  fireEvent.click(screen.getByRole("radio", { name: "This month" }));
  expect(figure("Team turnover")).toBe("20,000.00");
});

test("the team is listed by level with masked names; the end of the list fetches the next page", async () => {
  await open();
  expect(await screen.findByText("mi***1")).toBeDefined();
  expect(screen.getAllByText("Joined 11/19/2026")).toHaveLength(2);
  expect(screen.getByText("+0.30")).toBeDefined();
  reach();
  expect(await screen.findByText("mi***3")).toBeDefined();
  expect(screen.getByText("End of the list")).toBeDefined();
  expect(
    requests.findLast(({ pathname }) => pathname === "/api/agent/team")?.searchParams.get("cursor"),
  ).toBe("c2");
  fireEvent.click(screen.getByRole("radio", { name: "Level 2 · 0" }));
  expect(await screen.findByText("Nobody at level 2 yet")).toBeDefined();
});

test("each day says whether it is in the balance, and opens with its arithmetic", async () => {
  await open();
  tab("By day");
  expect(await screen.findByText("Estimate")).toBeDefined();
  expect(screen.getByText("In balance")).toBeDefined();
  expect(screen.getAllByText("+4.53")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: /11\/21\/2026/u }));
  const detail = within(screen.getByRole("dialog"));
  expect(detail.getByText("1,000.00 × 0.30% = 3.00")).toBeDefined();
  expect(detail.getByText("1,060.00 × 0.05% = 0.53")).toBeDefined();
  expect(detail.getByText("+4.53")).toBeDefined();
});

test("shows the rates of the plan, a day computed by them, and announced rates", async () => {
  summary = {
    ...SUMMARY,
    nextPlan: { ...SUMMARY.plan, fromDay: "2026-12-01", rebatePercent: "0.60" },
  };
  await open();
  tab("How it is computed");
  expect(screen.getByText("You bet 1,000.00 K: 1,000.00 × 0.50% = 5.00 K rebate.")).toBeDefined();
  expect(screen.getByText("Level 1 bets 1,000.00 K: 1,000.00 × 0.30% = 3.00 K commission.")).toBeDefined();
  expect(screen.getByText("For that day you receive 8.50 K in all.")).toBeDefined();
  expect(screen.getByText("In force from 01/01/2026.")).toBeDefined();
  expect(screen.getByRole("heading", { name: "New rates from 12/01/2026" })).toBeDefined();
  expect(screen.getByText("0.60%")).toBeDefined();
});

test("a refresh refetches everything shown", async () => {
  await open();
  await screen.findByText("mi***1");
  const before = [requestsTo("/api/agent/summary"), requestsTo("/api/agent/team")];
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() =>
    expect([requestsTo("/api/agent/summary"), requestsTo("/api/agent/team")]).toEqual(
      before.map((count) => count + 1),
    ),
  );
});

test("the empty state and the error state are shown", async () => {
  days = [];
  await open();
  tab("By day");
  expect(await screen.findByText("No days yet")).toBeDefined();
  broken = true;
  await renderScreen(<Screen />, "en-US");
  const again = await screen.findByRole("button", { name: /reload/iu });
  broken = false;
  fireEvent.click(again);
  expect(await screen.findByText("LT7K2Q")).toBeDefined();
});
