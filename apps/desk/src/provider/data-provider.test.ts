import type { CallSpec } from "@lotus/contract";
import { wireRequest } from "@lotus/contract";
import { expect, test, vi } from "vitest";
import type { CallDesk } from "../api/desk-client.ts";
import { createDataProvider } from "./data-provider.ts";

/** A provider over a server that answers every list with one row and a further page. */
function providerOf(reply: object = { list: [{ id: "1" }], nextCursor: "c1" }) {
  const urls: string[] = [];
  const call = vi.fn((spec: CallSpec, input: never) => {
    urls.push(wireRequest(spec, input).url);
    return Promise.resolve(reply);
  });
  // The fake has the same reply for every call.
  return { urls, provider: createDataProvider(call as unknown as CallDesk) };
}

const sort = { field: "id", order: "DESC" } as const;

test("filters go into the query in the wire's spelling, empty ones stay out", async () => {
  const { urls, provider } = providerOf();
  const found = await provider.getList("recharges", {
    pagination: { page: 1, perPage: 25 },
    sort,
    filter: { status: "passed", playerId: "12", channel: "", from: null },
  });
  expect(urls).toEqual(["/desk/api/recharges?status=passed&player_id=12&page_size=25"]);
  expect(found).toEqual({
    data: [{ id: "1" }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
});

test("a queue is sorted oldest first, the same list with another filter is not", async () => {
  const { urls, provider } = providerOf({ list: [], nextCursor: null });
  const read = (name: string, filter: object) =>
    provider.getList(name, { pagination: { page: 1, perPage: 25 }, sort, filter });
  await read("withdrawals", { status: "pendingReview" });
  await read("withdrawals", { status: "passed" });
  await read("paymentNotices", { state: "open" });
  await read("gifts", { status: "waiting" });
  expect(urls).toEqual([
    "/desk/api/withdrawals?status=pendingReview&order=oldest&page_size=25",
    "/desk/api/withdrawals?status=passed&page_size=25",
    "/desk/api/paymentNotices?state=open&order=oldest&page_size=25",
    "/desk/api/gifts?status=waiting&order=oldest&page_size=25",
  ]);
});

test("further pages use cursors, separately for each filter", async () => {
  const { urls, provider } = providerOf();
  const page = (at: number, filter: object) =>
    provider.getList("audit", { pagination: { page: at, perPage: 50 }, sort, filter });
  await page(1, {});
  await page(2, {});
  await page(2, { action: "signIn" });
  expect(urls).toEqual([
    "/desk/api/audit?page_size=50",
    "/desk/api/audit?cursor=c1&page_size=50",
    "/desk/api/audit?action=signIn&page_size=50",
    "/desk/api/audit?action=signIn&cursor=c1&page_size=50",
  ]);
});

test("the last page has the total, like a counted list", async () => {
  const page = { pagination: { page: 1, perPage: 25 }, sort, filter: {} };
  const last = providerOf({ list: [{ id: "1" }, { id: "2" }], nextCursor: null });
  expect((await last.provider.getList("audit", page)).total).toBe(2);
  const counted = providerOf({ list: [{ id: "1" }], nextCursor: "c1", total: 40 });
  expect((await counted.provider.getList("audit", page)).total).toBe(40);
});

test("a list of one player has the player's id in its path", async () => {
  const { urls, provider } = providerOf({ list: [], nextCursor: null });
  const found = await provider.getList("playerLedger", {
    pagination: { page: 1, perPage: 25 },
    sort,
    filter: { player: "77" },
  });
  expect(urls).toEqual(["/desk/api/players/77/ledger?page_size=25"]);
  expect(found.total).toBe(0);
});

test("a call without a query is sent without one", async () => {
  const { urls, provider } = providerOf();
  await provider.getList("games", { pagination: { page: 1, perPage: 25 }, sort, filter: {} });
  await provider.getOne("games", { id: "FFC" });
  expect(urls).toEqual(["/desk/api/games", "/desk/api/games/FFC"]);
});

test("nothing is changed by saving", async () => {
  const { provider } = providerOf();
  await expect(provider.update("players", { id: "1", data: {}, previousData: { id: "1" } })).rejects.toThrow(
    "actions",
  );
});
