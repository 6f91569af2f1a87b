import { CALLS, type CallSpec } from "@lotus/contract";
import { UNATTENDED } from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";
import { untilLockWaits } from "../testing/lock-waits.ts";
import { samplesOf } from "../testing/hostile-requests.ts";
import { sql } from "../db/database.ts";

/** A locked player may do nothing that needs a session; calls without one work as for anybody. */

let server: DeskServer;
let player: { readonly id: bigint; readonly token: string };
const [ENDED, LOCKED] = [402, 1011];
const NAME = "locked_out";
const PASSWORD = "a long enough one";
let jwt = "";

beforeAll(async () => {
  server = await openDeskServer();
  player = await server.enrol(NAME);
  const login = await server.player("POST", "/api/user/login", undefined, {
    username: NAME,
    password: PASSWORD,
  });
  jwt = login.data.jwt;
  await lock();
});
afterAll(() => server.close());

async function lock(): Promise<void> {
  const path = `/desk/api/players/${player.id}/lock`;
  const reply = await server.desk("POST", path, await server.as("risk"), { reason: "a test of it" });
  expect(reply.code).toBe(0);
}

/** Sends a request that is valid by the call's schemas, with the locked player's token. */
async function request(call: CallSpec): Promise<Reply> {
  const of = (schema: CallSpec["body"]): Record<string, unknown> => {
    const [sample] = samplesOf(schema);
    // A sample of an object's schema is an object; without a schema it is undefined.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (sample ?? {}) as Record<string, unknown>;
  };
  const params = of(call.params);
  const path = call.path.replaceAll(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams(
    Object.entries(of(call.query)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = query === "" ? path : `${path}?${query}`;
  return await server.player(
    call.method,
    url,
    player.token,
    call.body === undefined ? undefined : of(call.body),
  );
}

describe("a locked player, at every call of the API", () => {
  const calls = Object.entries<CallSpec>(CALLS);
  const own = calls.filter(([, { auth }]) => auth === "player");
  test.each(own)("%s needs a session, and every one of theirs has ended", async (_name, call) => {
    expect((await request(call)).code).toBe(ENDED);
  });

  test.each(calls.filter(([, { auth }]) => auth !== "player"))(
    "%s needs none: it is answered as to anybody, and lets nobody in",
    async (_name, call) => {
      const reply = await request(call);
      expect(reply.data?.token).toBeUndefined();
    },
  );

  test("there are as many as the contract has", () => {
    expect(own.length).toBeGreaterThan(25);
    expect(new Set(calls.map(([, { auth }]) => auth))).toEqual(new Set(["player", "public"]));
  });

  test("the right password says that the account is locked, a wrong one that it is wrong; no token is renewed", async () => {
    const login = (password: string) =>
      server.player("POST", "/api/user/login", undefined, { username: NAME, password });
    expect((await login(PASSWORD)).code).toBe(LOCKED);
    expect((await login("another long one")).code).toBe(1002);
    expect((await server.player("POST", "/api/user/refreshToken", undefined, { jwt })).code).toBe(ENDED);
  });

  test("a login under way while the account is locked opens no session", async () => {
    const other = await server.enrol("locked_amid");
    let login: Promise<Reply> | undefined;
    await server.base.owner.transaction(async (tx) => {
      await tx.query(sql`SELECT id FROM player WHERE id = $1 FOR UPDATE`, [other.id]);
      login = server.player("POST", "/api/user/login", undefined, {
        username: "locked_amid",
        password: PASSWORD,
      });
      await untilLockWaits(server.base.db);
      await tx.query(sql`UPDATE player SET status = 'locked' WHERE id = $1`, [other.id]);
    });
    expect((await login)?.code).toBe(LOCKED);
  });
});

test("what the server does by itself is decided for each state of a player", () => {
  expect(UNATTENDED).toEqual({
    "recharge.ask": ["active"],
    "recharge.byNotice": ["active", "locked"],
    "withdrawal.ask": ["active"],
    "address.bind": ["active"],
    // Tested in settlement: bets are paid and refunded whatever the player's state.
    "bet.settle": ["active", "locked", "closed"],
    "bet.refund": ["active", "locked", "closed"],
    // Tested in agents.
    "rebate.book": ["active", "locked"],
  });
});
