import { connect } from "node:net";
import { CALLS, defineCall } from "@lotus/contract";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { PoolExhausted } from "../db/database.ts";
import { accept, acceptRaw, bind, refuse, type BoundCall } from "./handler.ts";
import type { HttpServer, HttpServerOptions } from "./http-server.ts";
import { prepareReply } from "./prepared-reply.ts";
import { buildTestServer } from "../testing/http-server.ts";

const TOKEN = "ab".repeat(32);
const PLAYER = { playerId: 7n, familyId: "00000000-0000-4000-8000-000000000001" };
const servers: HttpServer[] = [];

function serve(calls: BoundCall[], options: Partial<HttpServerOptions> = {}): HttpServer["fastify"] {
  const server = buildTestServer({ calls, ...options });
  servers.push(server);
  return server.fastify;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ fastify }) => fastify.close()));
});

const loggedIn = { known: () => PLAYER, check: () => Promise.resolve(PLAYER) };
const login = bind(CALLS.login, ({ body }) =>
  body.password === "right" ? accept({ token: "t", jwt: "j" }) : refuse("WRONG_CREDENTIALS"),
);
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) => ({
  method: "POST" as const,
  url,
  headers: { "content-type": "application/json", ...headers },
  payload: typeof payload === "string" ? payload : JSON.stringify(payload),
});
const json = (reply: { body: string }): { code: number; msg: string; data: unknown } =>
  JSON.parse(reply.body);

describe("the envelope", () => {
  test("an accepted reply is code 0 with its data, never stored", async () => {
    const reply = await serve([login]).inject(
      post("/api/user/login", { username: "lan", password: "right" }),
    );
    expect(reply.statusCode).toBe(200);
    expect(json(reply)).toEqual({ code: 0, msg: "", data: { token: "t", jwt: "j" } });
    expect(reply.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      "content-type": "application/json; charset=utf-8",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(reply.headers["strict-transport-security"]).toBeUndefined();
  });

  test("a refusal is HTTP 200 in the language asked for, vi-VN when none is known", async () => {
    const app = serve([login]);
    const reject = async (language: string) => {
      const reply = await app.inject(
        post("/api/user/login", { username: "lan", password: "no" }, { language }),
      );
      expect(reply.statusCode).toBe(200);
      expect(json(reply).code).toBe(1002);
      return json(reply).msg;
    };
    expect(await reject("en-US")).toBe("Wrong username or password");
    expect(await reject("en")).toBe("Wrong username or password");
    expect(await reject("vi-VN")).toBe("Tên đăng nhập hoặc mật khẩu không đúng");
    expect(await reject("tlh")).toBe("Tên đăng nhập hoặc mật khẩu không đúng");
  });

  test("an amount in a refusal is written as its language does", async () => {
    const recharge = bind(CALLS.makeOrder, () => refuse("AMOUNT_BELOW_MIN", { values: { min: 1_234_550n } }));
    const app = serve([recharge], { callers: loggedIn });
    const body = { type: "recharge", amount: "1.00", channel_id: "demo" };
    const reject = async (language: string) =>
      json(await app.inject(post("/api/user/makeOrder", body, { token: TOKEN, language }))).msg;
    expect(await reject("vi-VN")).toBe("Số tiền tối thiểu là 12.345,50");
    expect(await reject("en-US")).toBe("The smallest amount is 12,345.50");
  });
});

describe("a request that does not fit", () => {
  test("400 names each field, and says the first rule's own text", async () => {
    const app = serve([login]);
    const reply = await app.inject(
      post("/api/user/login", { username: " ", password: "" }, { language: "en-US" }),
    );
    expect(reply.statusCode).toBe(400);
    expect(json(reply)).toEqual({
      code: 9400,
      msg: "Username cannot be blank",
      data: {
        issues: [
          { path: "username", message: "Username cannot be blank" },
          { path: "password", message: "Password cannot be blank" },
        ],
      },
    });
  });

  test("400 for unknown fields in body and query, and for wrong kinds", async () => {
    const app = serve([login, bind(CALLS.games, () => accept({ serverTime: 0, list: [] }))]);
    const extra = await app.inject(
      post("/api/user/login", { username: "lan", password: "x", admin: true }, { language: "en-US" }),
    );
    expect([extra.statusCode, json(extra).msg, json(extra).data]).toEqual([
      400,
      "Input data invalid",
      { issues: [{ path: "admin", message: "Input data invalid" }] },
    ]);
    const polluted = await app.inject(
      post("/api/user/login", '{"username":"lan","password":"x","__proto__":{"a":1}}'),
    );
    expect(polluted.statusCode).toBe(400);
    expect((await app.inject("/api/lottery/games?x=1")).statusCode).toBe(400);
    expect((await app.inject(post("/api/user/login", [1]))).statusCode).toBe(400);
    expect((await app.inject(post("/api/user/login", ""))).statusCode).toBe(400);
  });

  test("413 for more values than the call can mean, before they are read", async () => {
    const app = serve([login]);
    const crowd = (values: number): string => `{"username":[${"1,".repeat(values)}1],"password":"x"}`;
    expect((await app.inject(post("/api/user/login", crowd(3_990)))).statusCode).toBe(400);
    const reply = await app.inject(post("/api/user/login", crowd(4_001), { language: "en-US" }));
    expect([reply.statusCode, json(reply).code]).toEqual([413, 9413]);
    expect((await app.inject(post("/api/user/login", "[".repeat(5_000)))).statusCode).toBe(413);
    expect((await app.inject(post("/api/user/login", "{".repeat(5_000)))).statusCode).toBe(413);
  });

  test("400 for what is no JSON, no UTF-8, or holds a NUL", async () => {
    const app = serve([login]);
    for (const payload of [
      "{",
      "null x",
      '{"username":"a\\u0000b","password":"x"}',
      Buffer.from([0x22, 0xff, 0x22]),
    ]) {
      const reply = await app.inject({
        method: "POST",
        url: "/api/user/login",
        headers: { "content-type": "application/json" },
        payload,
      });
      expect([reply.statusCode, json(reply).code]).toEqual([400, 9400]);
    }
    const nul = await serve([bind(CALLS.usernameFree, () => accept({ free: true }))]).inject(
      "/api/user/usernameFree?username=abc%00d",
    );
    expect(nul.statusCode).toBe(400);
  });

  test("404 for unknown paths, 405 with Allow for wrong methods, whatever the body", async () => {
    const app = serve([login, bind(CALLS.last, () => accept(null))]);
    const unknown = await app.inject({
      method: "POST",
      url: "/api/nowhere?a=1",
      payload: "<x/>",
      headers: { "content-type": "text/xml" },
    });
    expect([unknown.statusCode, json(unknown).code]).toEqual([404, 9404]);
    const wrong = await app.inject({
      method: "DELETE",
      url: "/api/lottery/last/FFC",
      headers: { language: "en-US" },
    });
    expect([wrong.statusCode, json(wrong)]).toEqual([
      405,
      { code: 9405, msg: "This method is not supported here", data: null },
    ]);
    expect(wrong.headers["allow"]).toBe("GET, HEAD");
    expect((await app.inject({ method: "GET", url: "/api/user/login" })).headers["allow"]).toBe("POST");
    expect((await app.inject({ method: "HEAD", url: "/api/lottery/last/FFC" })).statusCode).toBe(200);
    expect((await app.inject("/api/%ZZ")).statusCode).toBeLessThan(500);
  });

  test("415 for another content type, 413 for too large", async () => {
    const app = serve([login]);
    const xml = await app.inject({
      method: "POST",
      url: "/api/user/login",
      payload: "<x/>",
      headers: { "content-type": "text/xml" },
    });
    expect([xml.statusCode, json(xml).code]).toEqual([415, 9415]);
    const large = await app.inject(post("/api/user/login", { username: "x".repeat(33_000), password: "x" }));
    expect([large.statusCode, json(large).code]).toEqual([413, 9413]);
  });

  test("what is no HTTP gets the envelope on the bare socket", async () => {
    const app = serve([login]);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const text = await new Promise<string>((resolve, reject) => {
      let got = "";
      const socket = connect(port, "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
      socket
        .on("data", (bytes) => (got += bytes.toString()))
        .on("close", () => resolve(got))
        .on("error", reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /u);
    expect(text).toContain('"code":9400');
  });
});

describe("who calls", () => {
  const whoAmI = bind(CALLS.logout, (_request, { caller }) => {
    expect(caller).toEqual(PLAYER);
    return accept(null);
  });

  test("401 without a token or with one that expired, 402 when the session ended, both HTTP 200", async () => {
    const codeWith = async (verdict: "expired" | "ended", token?: string) => {
      const app = serve([whoAmI], {
        callers: { known: () => undefined, check: () => Promise.resolve(verdict) },
      });
      const reply = await app.inject({
        method: "POST",
        url: "/api/user/logout",
        headers: token === undefined ? {} : { token },
      });
      expect(reply.statusCode).toBe(200);
      return json(reply).code;
    };
    expect(await codeWith("expired")).toBe(401);
    expect(await codeWith("ended", "not a token")).toBe(401);
    expect(await codeWith("expired", TOKEN)).toBe(401);
    expect(await codeWith("ended", TOKEN)).toBe(402);
  });

  test("a call without a body takes an empty one under a JSON content type", async () => {
    const app = serve([whoAmI], { callers: loggedIn });
    const reply = await app.inject({
      method: "POST",
      url: "/api/user/logout",
      headers: { token: TOKEN, "content-type": "application/json", platform: "h5" },
    });
    expect(json(reply)).toEqual({ code: 0, msg: "", data: null });
  });
});

describe("keys of money calls", () => {
  const seen: { key: string | undefined; hash: string }[] = [];
  const cancel = bind(CALLS.cancel, ({ params }, { idempotencyKey, bodyHash }) => {
    seen.push({ key: idempotencyKey, hash: Buffer.from(bodyHash).toString("hex") });
    return accept({ orderNo: params.orderNo, refund: "1.00", balance: "1.00" });
  });

  test("must have 8 to 64 plain characters", async () => {
    const app = serve([cancel], { callers: loggedIn });
    const status = async (key: string) =>
      (
        await app.inject({
          method: "POST",
          url: "/api/lottery/cancel/B123456789",
          headers: { token: TOKEN, "idempotency-key": key },
        })
      ).statusCode;
    expect(await status("1234567")).toBe(400);
    expect(await status("x".repeat(65))).toBe(400);
    expect(await status("12345678")).toBe(200);
    await app.inject({
      method: "POST",
      url: "/api/lottery/cancel/B987654321",
      headers: { token: TOKEN, "idempotency-key": "12345678" },
    });
    expect(seen.map(({ key }) => key)).toEqual(["12345678", "12345678"]);
    expect(seen[0]?.hash).not.toBe(seen[1]?.hash);
  });
});

describe("errors", () => {
  const failing = (error: Error) =>
    serve([
      bind(CALLS.last, () => {
        throw error;
      }),
    ]);

  test("500 tells a request id and nothing else", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
    const app = serve([bind(CALLS.last, () => Promise.reject(new Error("SELECT secret FROM /etc/passwd")))], {
      log,
    });
    const reply = await app.inject({ url: "/api/lottery/last/FFC", headers: { language: "en-US" } });
    const id = reply.headers["x-request-id"];
    expect([reply.statusCode, json(reply)]).toEqual([
      500,
      { code: 9500, msg: `Something broke on our side. Request ${String(id)}`, data: null },
    ]);
    expect(lines.join("")).toContain(String(id));
  });

  test("503 with Retry-After when the pool is exhausted, too much is under way, or the server closes", async () => {
    const exhausted = await failing(new PoolExhausted("full")).inject("/api/lottery/last/FFC");
    expect([exhausted.statusCode, json(exhausted).code, exhausted.headers["retry-after"]]).toEqual([
      503,
      9503,
      "1",
    ]);

    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = serve(
      [
        bind(CALLS.last, async () => {
          await held;
          return accept(null);
        }),
      ],
      { load: { maxInFlight: 1, maxLagMs: 60_000 } },
    );
    const first = slow.inject("/api/lottery/last/FFC").then((reply) => reply.statusCode);
    await new Promise(setImmediate);
    expect((await slow.inject("/api/lottery/last/FFC")).statusCode).toBe(503);
    release();
    expect(await first).toBe(200);
    expect((await slow.inject("/api/lottery/last/FFC")).statusCode).toBe(200);

    const server = buildTestServer({ calls: [bind(CALLS.last, () => accept(null))] });
    servers.push(server);
    server.drain();
    const closing = await server.fastify.inject("/api/lottery/last/FFC");
    expect([closing.statusCode, closing.headers["connection"]]).toEqual([503, "close"]);
  });
});

describe("logs", () => {
  test("one line a request, without token, body or query", async () => {
    const texts: string[] = [];
    const log = pino({}, { write: (text: string) => texts.push(text) });
    const app = serve([login], { log });
    await app.inject(post("/api/user/login", { username: "lan", password: "hunter22" }, { token: TOKEN }));
    await app.inject("/api/user/nothing?password=hunter22");
    await app.close();
    const lines = texts.join("").trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines.join("")).not.toMatch(/hunter22|abab/u);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ call: "/api/user/login", status: 200, code: 1002 });
  });
});

describe("replies made beforehand", () => {
  test("are sent as they are, compressed when that is asked for and worth it", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ index, text: "the same again" }));
    const big = prepareReply({ data: rows });
    const app = serve([
      bind(CALLS.last, () => acceptRaw(big)),
      bind(CALLS.current, () => acceptRaw('{"prizeNo":"1"}')),
    ]);
    const plain = await app.inject("/api/lottery/last/FFC");
    expect(json(plain)).toEqual({ code: 0, msg: "", data: rows });
    const packed = await app.inject({
      url: "/api/lottery/last/FFC",
      headers: { "accept-encoding": "gzip, deflate, br" },
    });
    expect([packed.headers["content-encoding"], packed.headers["vary"]]).toEqual(["br", "Accept-Encoding"]);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    const refused = await app.inject({
      url: "/api/lottery/last/FFC",
      headers: { "accept-encoding": "br;q=0, gzip" },
    });
    expect(refused.headers["content-encoding"]).toBe("gzip");
    expect(json(await app.inject("/api/lottery/current/FFC")).data).toEqual({ prizeNo: "1" });
  });
});

describe("the contract", () => {
  test("a missing, doubled or foreign handler keeps the server from starting", () => {
    const foreign = bind(
      defineCall({
        method: "GET",
        path: "/api/x",
        summary: "x",
        auth: "public",
        rate: "read",
        data: z.null(),
        refusals: [],
      }),
      () => accept(null),
    );
    const build = () => buildTestServer({ contract: Object.values(CALLS), calls: [login, login, foreign] });
    expect(build).toThrow(/POST \/api\/user\/login has 2 handlers/u);
    expect(build).toThrow(/POST \/api\/user\/register has 0 handlers/u);
    expect(build).toThrow(/GET \/api\/x is not in the contract/u);
  });
});
