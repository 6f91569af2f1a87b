import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../../live/live-events.ts";
import { fakeReach } from "../../../testing/fake-reach.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { Screen } from "./transaction.tsx";

const record = (at: number, type: string, amount: string) => ({
  orderNo: `T${String(at).padStart(12, "0")}`,
  type,
  amount,
  balanceAfter: "100.00",
  time: Date.UTC(2026, 10, 21, 3, 0, at),
  reference: `B${String(at).padStart(12, "0")}`,
});

let requests: URLSearchParams[];
let pages: Record<string, { list: unknown[]; nextCursor: string | null }>;

/** Tells the element after the last row that it has come near the visible part. */
let reach: () => void;

beforeEach(() => {
  requests = [];
  pages = {
    "": { list: [record(3, "win", "195.00"), record(2, "bet", "-12.00")], nextCursor: "c2" },
    c2: { list: [record(1, "recharge", "50.00")], nextCursor: null },
  };
  vi.stubGlobal("fetch", (input: string) => {
    const query = new URL(input, "http://house").searchParams;
    if (!input.includes("/app/config")) requests.push(query);
    const page = pages[query.get("cursor") ?? ""] ?? { list: [], nextCursor: null };
    const data = { ...page, sum: { in: "245.00", out: "12.00" } };
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
  });
  reach = fakeReach();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("rows carry their sign, sums stand above, and the end of the list asks for the next page by cursor", async () => {
  await renderScreen(<Screen />, "en-US");
  expect(await screen.findByText("+195.00")).toBeDefined();
  expect(screen.getAllByText("−12.00").length).toBeGreaterThan(0);
  expect(screen.getByText("▲ +233.00")).toBeDefined();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.get("type")).toBe("transaction");
  expect(requests[0]?.get("range")).toBe("today");
  reach();
  expect(await screen.findByText("+50.00")).toBeDefined();
  expect(requests[1]?.get("cursor")).toBe("c2");
  expect(screen.getByText("End of the list")).toBeDefined();
});

test("movements while the screen is open are added to the list", async () => {
  await renderScreen(<Screen />, "en-US");
  await screen.findByText("+195.00");
  pages[""] = { list: [record(4, "gift", "5.00")], nextCursor: null };
  emitLiveEvent("balance", { balance: "105.00" });
  expect(await screen.findByText("+5.00")).toBeDefined();
});

test("days and type narrow the list at the server", async () => {
  await renderScreen(<Screen />, "en-US");
  fireEvent.click(await screen.findByRole("radio", { name: "7 days" }));
  await vi.waitFor(() => expect(requests.at(-1)?.get("range")).toBe("7d"));
  fireEvent.click(screen.getByRole("button", { name: "Type" }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Win" }));
  await vi.waitFor(() => expect(requests.at(-1)?.get("sub_type")).toBe("win"));
  expect(requests.at(-1)?.get("range")).toBe("7d");
});

test("one record opens with its numbers to copy", async () => {
  await renderScreen(<Screen />, "en-US");
  fireEvent.click(await screen.findByRole("button", { name: /Win/u }));
  const detail = within(await screen.findByRole("dialog"));
  expect(detail.getByText("T000000000003")).toBeDefined();
  expect(detail.getByRole("button", { name: "Copy order number" })).toBeDefined();
});

test("nothing found says so and offers more days", async () => {
  pages = {};
  await renderScreen(<Screen />, "en-US");
  expect(await screen.findByText("No transactions")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "See 7 days" }));
  await vi.waitFor(() => expect(requests.at(-1)?.get("range")).toBe("7d"));
});

test("an unreachable server is the offline state, and retrying sends the request again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  await renderScreen(<Screen />, "en-US");
  expect(await screen.findByText("You are offline", {}, { timeout: 5000 })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});
