// @vitest-environment node
import { ApiError } from "@lotus/client";
import { CALLS } from "@lotus/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPlayerClient, RELAUNCH_DELAY_MS, type PlayerClientOptions } from "./api-client.ts";

type Answer = (url: string, init: RequestInit) => Response | Promise<Response>;

const reply = (code: number, data: unknown = null, msg = "") => Response.json({ code, msg, data });
const header = (init: RequestInit, name: string) => new Headers(init.headers).get(name);

/** A client with a fake server; records every side effect. */
function server(answer: Answer, tokens = { access: "old", jwt: "jwt-1" }) {
  const seen: { url: string; init: RequestInit }[] = [];
  const toasts: string[] = [];
  const relaunches: number[] = [];
  const ends: string[] = [];
  let keys = 0;
  const deps: PlayerClientOptions = {
    // The client always passes the address as a string.
    fetch: async (input, init = {}) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const url = input as string;
      seen.push({ url, init });
      return new Promise((resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
        Promise.resolve(answer(url, init)).then(resolve, reject);
      });
    },
    tokens: () => ({
      accessToken: tokens.access,
      jwtToken: tokens.jwt,
      deviceId: "device",
      renew: ({ token, jwt }) => void Object.assign(tokens, { access: token, jwt }),
      dropAccessToken: (used) => {
        if (tokens.access === used) tokens.access = "";
      },
      dropSession: (why) => {
        Object.assign(tokens, { access: "", jwt: "" });
        ends.push(why);
      },
      noteExpired: () => void ends.push("expired"),
    }),
    locale: () => "vi-VN",
    timeoutMs: () => 5000,
    toast: (text) => void toasts.push(text),
    runtimeWord: (word) => `[${word}]`,
    relaunchToLogin: () => void relaunches.push(Date.now()),
    newIdempotencyKey: () => `key-${(keys += 1)}`,
    exclusively: (work) => work(),
  };
  return { api: createPlayerClient(deps), seen, toasts, relaunches, tokens, ends };
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(thrown)}`);
  return thrown;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("headers and payload", () => {
  test("every request carries platform h5, LANGUAGE and Token; the query goes out in snake_case", async () => {
    const { api, seen } = server(() =>
      reply(0, { list: [], nextCursor: null, sum: { bet: "0.00", payout: "0.00" } }),
    );
    await api.call(CALLS.betList, { params: { gameCode: "ALL" }, query: { pageSize: 20, tzOffset: 420 } });
    const [request] = seen;
    expect(request?.url).toBe("/api/lottery/orderList/ALL?page_size=20&tz_offset=420");
    expect(header(request?.init ?? {}, "platform")).toBe("h5");
    expect(header(request?.init ?? {}, "LANGUAGE")).toBe("vi-VN");
    expect(header(request?.init ?? {}, "Token")).toBe("old");
    expect(header(request?.init ?? {}, "Device")).toBe("device");
  });

  test("without an access token there is no Token header", async () => {
    const { api, seen } = server(() => reply(0, null), { access: "", jwt: "" });
    await api.call(CALLS.last, { params: { gameCode: "FFC" } });
    expect(header(seen[0]?.init ?? {}, "Token")).toBeNull();
  });

  test("success is HTTP 2xx and code 0: data is returned", async () => {
    const { api, toasts } = server(() => reply(0, "1234.50"));
    await expect(api.call(CALLS.balance, {})).resolves.toBe("1234.50");
    expect(toasts).toEqual([]);
    const bad = (code: number, status: number) =>
      server(() => Response.json({ code, msg: "no", data: "1234.50" }, { status })).api.call(
        CALLS.balance,
        {},
      );
    expect((await failure(bad(0, 500))).status).toBe(500);
    expect((await failure(bad(1, 200))).code).toBe(1);
    await expect(bad(0, 201)).resolves.toBe("1234.50");
  });
});

describe("code 401", () => {
  test("20 parallel 401s make one refresh, and each request is retried once", async () => {
    const { api, seen, tokens, relaunches } = server((url, init) => {
      if (url === "/api/user/refreshToken") return reply(0, { token: "new", jwt: "jwt-2" });
      return header(init, "Token") === "new" ? reply(0, "5.00") : reply(401);
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => api.call(CALLS.balance, {})));
    expect(all).toEqual(Array.from({ length: 20 }, () => "5.00"));
    expect(seen.filter(({ url }) => url === "/api/user/refreshToken")).toHaveLength(1);
    expect(seen.filter(({ url }) => url === "/api/balance")).toHaveLength(40);
    expect(tokens).toEqual({ access: "new", jwt: "jwt-2" });
    expect(relaunches).toEqual([]);
  });

  test("a late 401 of the old token is retried with the new one without another refresh", async () => {
    const { api, seen, tokens } = server((_url, init) => {
      if (header(init, "Token") === "new") return reply(0, "5.00");
      // Another request renewed the token while this one was under way.
      tokens.access = "new";
      return reply(401);
    });
    await expect(api.call(CALLS.balance, {})).resolves.toBe("5.00");
    expect(seen.map(({ url }) => url)).toEqual(["/api/balance", "/api/balance"]);
    expect(tokens.access).toBe("new");
  });

  test("the retry keeps the idempotency key", async () => {
    const { api, seen } = server((url, init) => {
      if (url === "/api/user/refreshToken") return reply(0, { token: "new", jwt: "jwt-2" });
      return header(init, "Token") === "new" ? reply(0, {}) : reply(401);
    });
    await api.call(CALLS.makeOrder, { body: { type: "recharge", amount: "10.00", channel_id: "demo" } });
    const keys = seen
      .filter(({ url }) => url.endsWith("makeOrder"))
      .map(({ init }) => header(init, "Idempotency-Key"));
    expect(keys).toEqual(["key-1", "key-1"]);
  });

  test("without a jwt: the access token is cleared and the app goes to login, without a toast", async () => {
    const { api, seen, tokens, relaunches, toasts } = server(() => reply(401), { access: "old", jwt: "" });
    expect((await failure(api.call(CALLS.balance, {}))).code).toBe(401);
    expect(tokens.access).toBe("");
    expect(relaunches).toHaveLength(1);
    expect(seen).toHaveLength(1);
    expect(toasts).toEqual([]);
  });

  test("a 401 after the refresh goes to login instead of refreshing again", async () => {
    const { api, seen, relaunches } = server((url) =>
      url === "/api/user/refreshToken" ? reply(0, { token: "new", jwt: "jwt-2" }) : reply(401),
    );
    await failure(api.call(CALLS.balance, {}));
    expect(seen.map(({ url }) => url)).toEqual(["/api/balance", "/api/user/refreshToken", "/api/balance"]);
    expect(relaunches).toHaveLength(1);
  });

  test("a refresh that fails by network keeps the jwt and does not go to login", async () => {
    const { api, tokens, relaunches } = server((url) => {
      if (url === "/api/user/refreshToken") throw new TypeError("Failed to fetch");
      return reply(401);
    });
    expect((await failure(api.call(CALLS.balance, {}))).code).toBe(5);
    expect(tokens.jwt).toBe("jwt-1");
    expect(relaunches).toEqual([]);
  });

  test("a refresh that answers 402 ends the session", async () => {
    const { api, tokens, toasts, relaunches } = server((url) =>
      url === "/api/user/refreshToken" ? reply(402, null, "ended") : reply(401),
    );
    await failure(api.call(CALLS.balance, {}));
    await vi.advanceTimersByTimeAsync(RELAUNCH_DELAY_MS);
    expect(tokens).toEqual({ access: "", jwt: "" });
    expect(toasts).toEqual(["ended"]);
    expect(relaunches).toHaveLength(1);
  });
});

test("code 402: the jwt is cleared, the message shown, and after about 100 ms the app goes to login", async () => {
  const { api, tokens, toasts, relaunches } = server(() => reply(402, null, "logged out elsewhere"));
  expect((await failure(api.call(CALLS.balance, {}))).code).toBe(402);
  expect(tokens.jwt).toBe("");
  expect(toasts).toEqual(["logged out elsewhere"]);
  expect(relaunches).toEqual([]);
  await vi.advanceTimersByTimeAsync(99);
  expect(relaunches).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(relaunches).toHaveLength(1);
});

describe("the reason of a session's end is stored for the login page", () => {
  test("with the server's reason, or a general one", async () => {
    for (const [data, why] of [
      [{ reason: "password" }, "password"],
      [{ reason: "locked" }, "locked"],
      [null, "ended"],
      [{ reason: "of a later server" }, "ended"],
    ]) {
      const { api, ends } = server(() => reply(402, data, "ended"));
      await failure(api.call(CALLS.balance, {}));
      expect(ends).toEqual([why]);
    }
  });

  test("a 401 that stays is an expired session, but nothing to one who has never logged in", async () => {
    const { api, ends } = server((url) =>
      url === "/api/user/refreshToken" ? reply(0, { token: "new", jwt: "jwt-2" }) : reply(401),
    );
    await failure(api.call(CALLS.balance, {}));
    expect(ends).toEqual(["expired"]);
    const guest = server(() => reply(401), { access: "", jwt: "" });
    await failure(guest.api.call(CALLS.balance, {}));
    expect(guest.relaunches).toHaveLength(1);
    expect(guest.ends).toEqual([]);
  });
});

describe("other failures", () => {
  test("another nonzero code: msg is a toast, and the call rejects with code, name and data", async () => {
    const { api, toasts } = server(() => reply(3013, { odds: "9.70" }, "odds changed"));
    const error = await failure(api.call(CALLS.balance, {}));
    expect(error).toMatchObject({
      code: 3013,
      codeName: "ODDS_CHANGED",
      msg: "odds changed",
      data: { odds: "9.70" },
    });
    expect(toasts).toEqual(["odds changed"]);
  });

  test("an empty msg falls back to 'error'", async () => {
    const { api, toasts } = server(() => reply(9001));
    expect((await failure(api.call(CALLS.balance, {}))).msg).toBe("error");
    expect(toasts).toEqual(["[runtime.error]"]);
  });

  test("a refusal shown in place has no toast; any other has one", async () => {
    const { api, toasts } = server((url) => reply(url.includes("balance") ? 1001 : 1002, null, "no"));
    await failure(api.call(CALLS.balance, {}, { shownInPlace: ["USERNAME_TAKEN"] }));
    expect(toasts).toEqual([]);
    await failure(api.call(CALLS.getUserInfo, {}, { shownInPlace: ["USERNAME_TAKEN"] }));
    expect(toasts).toEqual(["no"]);
  });

  const broken = () => Response.json({ code: 9500, msg: "broken", data: null }, { status: 500 });

  test("non-2xx: the msg is a toast", async () => {
    const { api, toasts } = server(broken);
    expect((await failure(api.call(CALLS.balance, {}))).status).toBe(500);
    expect(toasts).toEqual(["broken"]);
  });

  test("non-2xx: no toast when errors are hidden, and it still rejects", async () => {
    const { api, toasts } = server(broken);
    expect((await failure(api.call(CALLS.balance, {}, { hideErrors: true }))).code).toBe(9500);
    expect(toasts).toEqual([]);
  });

  test("a proxy's page instead of an envelope is an error without a message", async () => {
    const { api, toasts } = server(() => new Response("<html>Bad gateway</html>", { status: 502 }));
    expect((await failure(api.call(CALLS.balance, {}))).status).toBe(502);
    expect(toasts).toEqual(["[runtime.error]"]);
  });

  test("a 401 in a non-2xx reply is an HTTP failure and refreshes nothing", async () => {
    const { api, seen } = server(() => Response.json({ code: 401, msg: "x", data: null }, { status: 500 }));
    await failure(api.call(CALLS.balance, {}));
    expect(seen).toHaveLength(1);
  });
});

describe("transport", () => {
  test("offline: toast 'network error' and code 5", async () => {
    const { api, toasts } = server(() => {
      throw new TypeError("Failed to fetch");
    });
    expect(await failure(api.call(CALLS.balance, {}))).toMatchObject({
      code: 5,
      msg: "network error",
      kind: "network",
    });
    expect(toasts).toEqual(["[runtime.network]"]);
  });

  test("time-out after 5000 ms: a 'timeout' failure with code 5", async () => {
    const { api, toasts } = server(() => new Promise<Response>(() => undefined));
    const waiting = failure(api.call(CALLS.balance, {}));
    await vi.advanceTimersByTimeAsync(4999);
    expect(toasts).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ code: 5, msg: "timeout", kind: "timeout" });
    expect(toasts).toEqual(["[runtime.network]"]);
  });

  test("abort by the caller: code 600003, no toast", async () => {
    const stop = new AbortController();
    const { api, toasts } = server(() => new Promise<Response>(() => undefined));
    const waiting = failure(api.call(CALLS.balance, {}, { signal: stop.signal }));
    stop.abort();
    expect((await waiting).code).toBe(600_003);
    expect(toasts).toEqual([]);
  });
});
