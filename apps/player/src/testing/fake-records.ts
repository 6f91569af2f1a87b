import { vi } from "vitest";

/** The records of a fake server, which a test may change, and the requests of the screen. */
export interface FakeRecords {
  list: readonly object[];
  readonly requests: URLSearchParams[];
}

/** Answers every list of money records with one page of these, and any other call with empty data. */
export function fakeRecords(
  list: readonly object[],
  sum: { readonly in: string; readonly out: string },
): FakeRecords {
  const server: FakeRecords = { list, requests: [] };
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://house");
    const isList = pathname.includes("orderList");
    if (isList) server.requests.push(searchParams);
    // The configuration corrects the clock of the app.
    const others = pathname.endsWith("/config") ? { serverTime: Date.now() } : {};
    const data = isList ? { list: server.list, nextCursor: null, sum } : others;
    return Response.json({ code: 0, msg: "", data });
  });
  return server;
}
