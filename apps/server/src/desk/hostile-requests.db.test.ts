import { CALLS, type CallSpec } from "@lotus/contract";
import { DESK_CALLS, DESK_EXPORTS } from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { HOSTILE, leavesOf, pollutedBodies, samplesOf, withLeaf } from "../testing/hostile-requests.ts";

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({ MAX_LAG_MS: "60000", TURNOVER_PERCENT: "0" });
});
afterAll(() => server.close());

/** As many as a browser opens connections. */
const AT_ONCE = 6;

type PortName = "player" | "ops";

interface Sent {
  readonly params: unknown;
  readonly query: unknown;
  /** The JSON to send; undefined for none. */
  readonly body: string | undefined;
}

const tokens = new Map<PortName, string>();
let made = 0;

/** A token that is valid now: some calls end their own session or lock the player out. */
async function tokenOf(port: PortName): Promise<string> {
  const known = tokens.get(port);
  const alive =
    known !== undefined &&
    (port === "ops"
      ? (await server.desk("GET", "/desk/api/session/me", known)).code === 0
      : (await server.player("POST", "/api/user/getUserInfo", known)).code === 0);
  if (alive) return known;
  made += 1;
  const token =
    port === "ops" ? await server.as("admin", made) : (await server.enrol(`player_${made}`)).token;
  tokens.set(port, token);
  return token;
}

function urlOf(call: CallSpec, { params, query }: Sent): string {
  const filled = Object.entries(params ?? {}).reduce(
    (path, [name, value]) => path.replace(`:${name}`, () => encode(value)),
    call.path,
  );
  const pairs = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encode(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join("&")}`;
}

/** A value in a URL; a lone surrogate is sent as bytes that no browser would send. */
function encode(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return Array.from(text, (letter) =>
    letter.isWellFormed() ? encodeURIComponent(letter) : "%ED%A0%80",
  ).join("");
}

async function send(port: PortName, call: CallSpec, sent: Sent, token: string) {
  const reply = await server.app[port].inject({
    method: call.method,
    url: urlOf(call, sent),
    headers: {
      token,
      language: "en-US",
      ...(sent.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(sent.body === undefined ? {} : { payload: sent.body }),
  });
  return { status: reply.statusCode, text: reply.payload };
}

/** All requests for a call: each hostile value in each place. */
function* attemptsOf(sent: Sent): Generator<Sent> {
  const body: unknown = sent.body === undefined ? undefined : JSON.parse(sent.body);
  for (const value of HOSTILE) {
    for (const leaf of leavesOf(body)) yield { ...sent, body: JSON.stringify(withLeaf(body, leaf, value)) };
    for (const leaf of leavesOf(sent.query)) yield { ...sent, query: withLeaf(sent.query, leaf, value) };
    for (const leaf of leavesOf(sent.params)) yield { ...sent, params: withLeaf(sent.params, leaf, value) };
  }
  for (const polluted of pollutedBodies(body)) yield { ...sent, body: polluted };
  yield { ...sent, body: JSON.stringify({ text: "x".repeat(1_000_000), reason: "y" }) };
  yield { ...sent, body: `${"[".repeat(10_000)}${"]".repeat(10_000)}` };
}

const TELLTALE = /syntax error|invalid input|violates|node_modules|SQLSTATE|\bat (?:async |file:|\/)/iu;

async function tryAll(port: PortName, call: CallSpec): Promise<void> {
  // Earlier attempts at passwords and codes cause no delay any more.
  await server.base.db.query(sql`DELETE FROM entry_try`);
  const [params] = samplesOf(call.params);
  const [query] = samplesOf(call.query);
  for (const body of samplesOf(call.body)) {
    const sent = { params, query, body: body === undefined ? undefined : JSON.stringify(body) };
    const token = await tokenOf(port);
    // Without the changes below the request is valid, so the hostile ones reach the handler.
    const plain = await send(port, call, sent, token);
    expect([call.path, plain.status, plain.text]).toEqual([call.path, 200, plain.text]);
    const tries = [...attemptsOf(sent)];
    while (tries.length > 0)
      await Promise.all(tries.splice(0, AT_ONCE).map((one) => tryOne(port, call, one)));
  }
}

async function tryOne(port: PortName, call: CallSpec, one: Sent): Promise<void> {
  const { status, text } = await send(port, call, one, tokens.get(port) ?? "");
  if (status >= 500 || TELLTALE.test(text))
    throw new Error(`${call.path} answered ${status}: ${text}\n${JSON.stringify(one).slice(0, 600)}`);
}

describe("whatever a request contains, the server replies and reveals no internals", () => {
  const all: readonly (readonly [string, PortName, CallSpec])[] = [
    ...Object.values<CallSpec>(CALLS).map((call) => [`${call.method} ${call.path}`, "player", call] as const),
    ...Object.values<CallSpec>(DESK_CALLS).map(
      (call) => [`${call.method} ${call.path}`, "ops", call] as const,
    ),
  ];
  test.each(all)("%s", async (_name, port, call) => {
    await tryAll(port, call);
  });

  test("files of the desk", async () => {
    await server.base.db.query(sql`DELETE FROM entry_try`);
    const token = await tokenOf("ops");
    for (const { path, query: schema } of Object.values(DESK_EXPORTS)) {
      const [query] = samplesOf(schema);
      for (const value of HOSTILE) {
        for (const leaf of leavesOf(query)) {
          const pairs = Object.entries(Object(withLeaf(query, leaf, value)));
          const url = `${path}?${pairs.map(([name, one]) => `${name}=${encode(one)}`).join("&")}`;
          const reply = await server.app.ops.inject({ url, headers: { token, language: "en-US" } });
          expect([url, reply.statusCode < 500]).toEqual([url, true]);
        }
      }
    }
  });

  test("headers", async () => {
    const token = await tokenOf("player");
    for (const value of [
      "' OR 1=1; --",
      "x".repeat(8_000),
      "__proto__",
      "%00",
      "../../etc/passwd",
      "\u00ff\u00fe",
    ]) {
      for (const name of [
        "token",
        "language",
        "device",
        "idempotency-key",
        "user-agent",
        "x-forwarded-for",
      ]) {
        const payload = { type: "recharge", amount: "10.00", channel_id: "demo" };
        const headers = { token, [name]: value };
        const reply = await server.app.player.inject({
          method: "POST",
          url: CALLS.makeOrder.path,
          headers,
          payload,
        });
        expect([name, value.slice(0, 20), reply.statusCode < 500]).toEqual([name, value.slice(0, 20), true]);
      }
    }
  });
});

test("and nothing of it was done: the tables stand, no object has learned anything", async () => {
  const [row] = await server.base.db.query<{ players: bigint; operators: bigint }>(
    sql`SELECT (SELECT count(*) FROM player) AS players, (SELECT count(*) FROM operator) AS operators`,
  );
  expect(row?.players).toBeGreaterThan(0n);
  expect(row?.operators).toBeGreaterThan(1n);
  expect("polluted" in {}).toBe(false);
  expect(await server.app.books.check("full")).toSatisfy((results: readonly { broken: bigint }[]) =>
    results.every(({ broken }) => broken === 0n),
  );
});
