// @vitest-environment node
import { ApiError } from "@lotus/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { request, type RequestMethod } from "./request.ts";

function recorder() {
  const seen: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    // The helper always passes the address as a string.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    seen.push({ url: input as string, init });
    return Response.json({ fine: true });
  };
  return { seen, fetch };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each(["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"] as const)(
  "%s is sent",
  async (method) => {
    const { seen, fetch } = recorder();
    await request({ url: "/x", method, fetch });
    expect(seen[0]?.init.method).toBe(method);
  },
);

test.each(["TRACE", "CONNECT"] satisfies RequestMethod[])(
  "%s fails with code 5 and sends nothing",
  async (method) => {
    const { seen, fetch } = recorder();
    await expect(request({ url: "/x", method, fetch })).rejects.toMatchObject({ code: 5 });
    expect(seen).toEqual([]);
  },
);

test("non-GET defaults to a JSON content type, GET has none, and a given one stays", async () => {
  const { seen, fetch } = recorder();
  await request({ url: "/x", method: "PUT", data: { a: 1 }, fetch });
  await request({ url: "/x", fetch });
  await request({ url: "/x", method: "POST", data: "a=1", headers: { "Content-Type": "text/plain" }, fetch });
  const types = seen.map(({ init }) => new Headers(init.headers).get("Content-Type"));
  expect(types).toEqual(["application/json", null, "text/plain"]);
  expect(seen.map(({ init }) => init.body)).toEqual(['{"a":1}', undefined, "a=1"]);
});

test("query keys turn from camelCase to snake_case", async () => {
  const { seen, fetch } = recorder();
  await request({ url: "/x?kept=1", query: { pageSize: 20, gameCode: "FFC", none: undefined }, fetch });
  expect(seen[0]?.url).toBe("/x?kept=1&page_size=20&game_code=FFC");
});

test("its timeout is 60000 ms, the second reading", async () => {
  const fetch: typeof globalThis.fetch = (_input, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener("abort", () => reject(new Error("stopped"))),
    );
  let failed: unknown;
  request({ url: "/x", fetch }).catch((error: unknown) => (failed = error));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(failed).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toBeInstanceOf(ApiError);
  expect(failed).toMatchObject({ code: 5, msg: "timeout" });
});
