import { CALLS, type CallSpec } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDeskPasskey } from "../testing/desk-passkeys.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { samplesOf } from "../testing/hostile-requests.ts";

/** Compares replies with their declared schemas: a row passed on entirely would expose undeclared columns. */
let server: DeskServer;
let playerToken: string;
let playerId: bigint;
beforeAll(async () => {
  server = await openDeskServer({ TURNOVER_PERCENT: "0", REBATE_PERCENT: "0.10" });
  ({ token: playerToken, id: playerId } = await server.enrol("a_player"));
  const order = { type: "recharge", amount: "500.00", channel_id: "demo" };
  await server.player("POST", CALLS.makeOrder.path, playerToken, order);
  await addDeskPasskey(server, playerToken);
  await server.app.draws.tick();
});
afterAll(() => server.close());

type Schema = NonNullable<CallSpec["body"]>;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Paths of fields that a value has and its schema does not name. */
function undeclared(schema: unknown, value: unknown, path = ""): readonly string[] {
  if (!isObject(schema) || !isObject(schema["def"]) || !isObject(value)) return [];
  const { def } = schema;
  switch (def["type"]) {
    case "object": {
      const shape = isObject(def["shape"]) ? def["shape"] : {};
      return Object.entries(value).flatMap(([name, inner]) =>
        name in shape || isOpen(def["catchall"])
          ? undeclared(shape[name], inner, `${path}.${name}`)
          : [`${path}.${name}`],
      );
    }
    case "array":
      return Object.values(value).flatMap((inner) => undeclared(def["element"], inner, `${path}[]`));
    case "record":
      return Object.values(value).flatMap((inner) => undeclared(def["valueType"], inner, `${path}{}`));
    case "union": {
      const found = (Array.isArray(def["options"]) ? def["options"] : []).map((option) =>
        undeclared(option, value, path),
      );
      return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
    }
    case "pipe":
      return undeclared(def["out"], value, path);
    case "lazy":
      return undeclared(typeof def["getter"] === "function" ? def["getter"]() : undefined, value, path);
    default:
      return "innerType" in def ? undeclared(def["innerType"], value, path) : [];
  }
}

/** A schema that accepts any field: "catchall" of zod's loose objects. */
const isOpen = (catchall: unknown): boolean =>
  isObject(catchall) && isObject(catchall["def"]) && catchall["def"]["type"] !== "never";

/** A valid request of the call: its own samples, except for ids of the player or the game. */
function urlOf(call: CallSpec): string {
  const [params] = samplesOf(call.params);
  const known: Readonly<Record<string, string>> = {
    gameCode: "FFC",
    id: String(playerId),
    playerId: String(playerId),
  };
  return Object.entries(params ?? {}).reduce(
    (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(known[name] ?? String(value))),
    call.path,
  );
}

async function replyOf(port: "player" | "ops", call: CallSpec, query: unknown, body: unknown) {
  const pairs = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const token = port === "ops" ? await server.as("admin") : playerToken;
  const reply = await server.app[port].inject({
    method: call.method,
    url: urlOf(call) + (pairs.length === 0 ? "" : `?${pairs.join("&")}`),
    headers: { token, language: "en-US" },
    ...(body === undefined ? {} : { payload: Object(body) }),
  });
  return reply.json<{ code: number; data: unknown }>();
}

/** Calls that end their own session or lock its owner out are covered by other tests. */
const ENDING =
  /\/(?:logout|signOut|updatePwd|password|endSession|endSessions|lock|reissue|role|closeAccount|players\/:id\/close)$/u;

describe.each([
  ["player", Object.values<CallSpec>(CALLS)],
  ["ops", Object.values<CallSpec>(DESK_CALLS)],
] as const)("the port of the %s", (port, calls) => {
  test("answers what its calls declare, and no field more", async () => {
    let answered = 0;
    const more: string[] = [];
    for (const call of calls) {
      if (ENDING.test(call.path)) continue;
      const [full] = samplesOf(call.query);
      for (const query of call.query === undefined ? [undefined] : [{}, full]) {
        for (const body of samplesOf(call.body)) {
          const { code, data } = await replyOf(port, call, query, body);
          if (code !== 0) continue;
          answered += 1;
          more.push(...undeclared(call.data, data).map((field) => `${call.method} ${call.path} ${field}`));
        }
      }
    }
    expect([...new Set(more)]).toEqual([]);
    expect(answered).toBeGreaterThan(calls.length / 3);
  });
});

test("a field that is not declared is found, wherever it stands", () => {
  const { data }: { data: Schema } = CALLS.sessions;
  const session = { id: "1", browser: "", system: "", address: "", createdAt: 0, lastSeen: 0, current: true };
  expect(undeclared(data, { list: [session] })).toEqual([]);
  expect(undeclared(data, { list: [{ ...session, password_hash: "x" }], more: 1 })).toEqual([
    ".list[].password_hash",
    ".more",
  ]);
});
