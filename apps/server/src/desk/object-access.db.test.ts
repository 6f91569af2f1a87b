import { CALLS, type CallSpec } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as z from "zod/mini";
import { sql } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import { addDeskPasskey } from "../testing/desk-passkeys.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { placeOneBet, slipOfOneBet } from "../testing/one-bet.ts";

/**
 * One player's records requested by another: every players' call with an id replies as for an unknown one, and the
 * record stays unchanged. The calls are found by their schemas, so that none is forgotten.
 */

/** Fields of players' calls that are no ids of a player's records. A new field must be added here or tested below. */
const NO_THINGS: ReadonlySet<string> = new Set(
  (
    "address address_confirmation amount bank_name bets card_no card_no_confirmation channel_id code cursor data email " +
    "from gameCode game_code groups items level network old_pwd on option_id page_size password " +
    "password_confirmation phone prize_no range real_name status sub_type text to trans_password type time_zone tz_offset version after " +
    "kind window days until months minutes since birth_date multiples stop_on_win stop_profit stop_loss state name lines family lunar_year " +
    // An address at a push service is a secret of the device that has it; whoever hands it in is told there alone.
    "endpoint p256dh auth kinds games amounts " +
    // What an authenticator answers: that of another is refused, as passkey-proof-attacks.db.test.ts shows.
    "assertion credential_id client_data_json authenticator_data signature user_handle credential attestation_object " +
    "transports purpose"
  ).split(" "),
);

interface Person {
  readonly token: string;
  readonly things: Readonly<Record<ThingName, string>>;
}
type ThingName =
  | "recharge"
  | "bet"
  | "chase"
  | "saved"
  | "address"
  | "session"
  | "passkey"
  | "unsent"
  | "sent"
  | "message"
  | "key";

interface Try {
  /** The field with the id. */
  readonly field: string;
  readonly thing: ThingName;
  /** An id that does not exist. */
  readonly none: string;
  readonly method: "GET" | "POST";
  path(id: string): string;
  body?(id: string): object;
}

const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const NO_RECHARGE = "R202001010000000001";
const NO_BET = "B999999999999";
const NO_CHASE = "C9999999999999999999";
const NO_KEY = "key-of-nobody";
const money = (id: string, name: string) => ({ [name]: id });

/** In this order: calls that end a record come after those that read it. */
const ATTEMPTS: Readonly<Record<string, Try>> = {
  receipt: {
    field: "orderNo",
    thing: "bet",
    none: NO_BET,
    method: "GET",
    path: (id) => `/api/lottery/receipt/${id}`,
  },
  cancel: {
    field: "orderNo",
    thing: "bet",
    none: NO_BET,
    method: "POST",
    path: (id) => `/api/lottery/cancel/${id}`,
    body: () => ({}),
  },
  betList: {
    field: "order_no",
    thing: "bet",
    none: NO_BET,
    method: "GET",
    path: (id) => `/api/lottery/orderList/ALL?order_no=${id}`,
  },
  recentSlips: {
    field: "order_no",
    thing: "bet",
    none: NO_BET,
    method: "GET",
    path: (id) => `/api/lottery/recentSlips?order_no=${id}`,
  },
  orderList: {
    field: "order_no",
    thing: "recharge",
    none: NO_RECHARGE,
    method: "GET",
    path: (id) => `/api/user/orderList?type=recharge&order_no=${id}`,
  },
  chaseDetail: {
    field: "chaseNo",
    thing: "chase",
    none: NO_CHASE,
    method: "GET",
    path: (id) => `/api/lottery/chaseDetail/${id}`,
  },
  chaseOdds: {
    field: "chaseNo",
    thing: "chase",
    none: NO_CHASE,
    method: "POST",
    path: (id) => `/api/lottery/chaseOdds/${id}`,
    body: () => ({ version: 1 }),
  },
  cancelChase: {
    field: "chaseNo",
    thing: "chase",
    none: NO_CHASE,
    method: "POST",
    path: (id) => `/api/lottery/cancelChase/${id}`,
    body: () => ({}),
  },
  confirmPaid: {
    field: "order_no",
    thing: "recharge",
    none: NO_RECHARGE,
    method: "POST",
    path: () => "/api/user/confirmPaid",
    body: (id) => money(id, "order_no"),
  },
  cancelRecharge: {
    field: "order_no",
    thing: "recharge",
    none: NO_RECHARGE,
    method: "POST",
    path: () => "/api/user/cancelRecharge",
    body: (id) => money(id, "order_no"),
  },
  makeOrder: {
    field: "addr_id",
    thing: "address",
    none: "999999",
    method: "POST",
    path: () => "/api/user/makeOrder",
    body: (id) => ({ type: "withdrawal", amount: "60.00", addr_id: id, trans_password: "135790" }),
  },
  serviceWrite: {
    field: "picture_id",
    thing: "unsent",
    none: "999999",
    method: "POST",
    path: () => "/api/service/write",
    body: (id) => money(id, "picture_id"),
  },
  updateReadCount: {
    field: "ids",
    thing: "message",
    none: "999999",
    method: "POST",
    path: () => "/api/user/updateReadCount",
    body: (id) => ({ ids: [id] }),
  },
  endSession: {
    field: "session_id",
    thing: "session",
    none: "a1b2c3d4-a1b2-4c3d-8e4f-a1b2c3d4e5f6",
    method: "POST",
    path: () => "/api/user/sessions",
    body: (id) => money(id, "session_id"),
  },
  renamePasskey: {
    field: "passkey_id",
    thing: "passkey",
    none: "999999",
    method: "POST",
    path: () => "/api/user/renamePasskey",
    body: (id) => ({ passkey_id: id, name: "a new name" }),
  },
  removePasskey: {
    field: "passkey_id",
    thing: "passkey",
    none: "999999",
    method: "POST",
    path: () => "/api/user/removePasskey",
    body: (id) => ({ passkey_id: id, password: "a long enough one" }),
  },
  renameSaved: {
    field: "id",
    thing: "saved",
    none: "999999",
    method: "POST",
    path: () => "/api/lottery/renameSaved",
    body: (id) => ({ id, name: "a new name" }),
  },
  removeSaved: {
    field: "id",
    thing: "saved",
    none: "999999",
    method: "POST",
    path: () => "/api/lottery/removeSaved",
    body: (id) => ({ id }),
  },
  outcome: {
    field: "key",
    thing: "key",
    none: NO_KEY,
    method: "GET",
    path: (id) => `/api/user/outcome?key=${id}`,
  },
  settleOutcome: {
    field: "key",
    thing: "key",
    none: NO_KEY,
    method: "POST",
    path: () => "/api/user/settleOutcome",
    body: (id) => money(id, "key"),
  },
};
/** Paths with an id that are not calls. */
const STREAMS: readonly Try[] = (["sent", "unsent"] as const).map((thing) => ({
  field: "id",
  thing,
  none: "999999",
  method: "GET",
  path: (id) => `/api/service/pictures/${id}`,
}));

const AT = Date.UTC(2026, 10, 21, 5, 0, 30);
let server: DeskServer;
let owner: Person;
let other: Person;
beforeAll(async () => {
  server = await openDeskServer({ TURNOVER_PERCENT: "0" });
  for (const table of ["transfer", "bet_order"])
    await server.base.owner.query(sql`SELECT ensure_month_partitions($1, $2, 1)`, [table, new Date(AT)]);
  await setTestClock(server.base.db, AT);
  await server.app.draws.tick();
  await server.app.draws.readDraws();
  [owner, other] = [await person("owner_one"), await person("other_one")];
});
afterAll(() => server.close());

async function person(username: string): Promise<Person> {
  const { id, token } = await server.enrol(username);
  const done = async (path: string, body: object, idempotencyKey?: string) => {
    const reply = await server.player("POST", path, token, body, idempotencyKey);
    if (reply.code !== 0) throw new Error(`${path}: ${reply.msg}`);
    return reply.data;
  };
  const key = `key-of-${username}`;
  await done("/api/user/makeOrder", { type: "recharge", amount: "500.00", channel_id: "demo" }, key);
  const recharge = await done("/api/user/makeOrder", {
    type: "recharge",
    amount: "20.00",
    channel_id: "bank",
  });
  const card_no = String(id).padStart(12, "0");
  const card = await done("/api/user/bindBankCard", {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no,
    card_no_confirmation: card_no,
    trans_password: "135790",
  });
  const picture = async () => (await done("/api/service/picture", { data: DOT })).id;
  const [sent, unsent] = [await picture(), await picture()];
  await done("/api/service/write", { picture_id: sent });
  // Another window of the same player.
  await server.player("POST", "/api/user/login", undefined, { username, password: "a long enough one" });
  const sessions = (await server.player("GET", "/api/user/sessions", token)).data.list;
  const session = sessions.find(({ current }: { current: boolean }) => !current).id;
  const mail = (await done("/api/user/userMail", { type: "message" })).list;
  const passkey = await addDeskPasskey(server, token);
  return {
    token,
    things: {
      recharge: recharge.orderNo,
      bet: (await placeOneBet(server, token)).orderNo,
      saved: (
        await done("/api/lottery/saveSlip", {
          name: "usual",
          game_code: "FFC",
          lines: (await slipOfOneBet(server)).bets,
        })
      ).id,
      chase: (
        await done("/api/lottery/chase/FFC", {
          ...(await slipOfOneBet(server)),
          version: 1,
          multiples: [1, 1, 1],
          stop_on_win: true,
        })
      ).chaseNo,
      address: card.id,
      session,
      passkey: passkey.id,
      sent,
      unsent,
      message: mail[0].id,
      key,
    },
  };
}

/** The fields of a schema, those within others too. */
function fieldsOf(schema: z.ZodMiniType | undefined): readonly string[] {
  if (schema === undefined) return [];
  // Which fields a definition has depends on its type; only existing ones are read.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const def = schema.def as unknown as {
    readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
    readonly options?: readonly z.ZodMiniType[];
    readonly innerType?: z.ZodMiniType;
    readonly element?: z.ZodMiniType;
    readonly in?: z.ZodMiniType;
  };
  const inner = [...(def.options ?? []), def.innerType, def.element, def.in].flatMap(fieldsOf);
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => [name, ...fieldsOf(field)]),
    ...inner,
  ];
}

/** The reply without the parts that differ by request. */
async function answer({ method, path, body }: Try, id: string, { token }: Person): Promise<string> {
  const reply = await server.app.player.inject({
    method,
    url: path(id),
    headers: { token, language: "en-US" },
    ...(body === undefined ? {} : { payload: body(id) }),
  });
  const shown = reply.headers["content-type"] === "image/webp" ? "a picture" : reply.payload;
  return `${reply.statusCode} ${shown}`;
}

test("every field of a player's call is tried, or names nothing that a player has", () => {
  const calls = Object.entries<CallSpec>(CALLS).filter(([, { auth }]) => auth !== "public");
  const found = calls.flatMap(([name, { params, query, body }]) =>
    [params, query, body]
      .flatMap(fieldsOf)
      .filter((field) => !NO_THINGS.has(field))
      .map((field) => `${name} ${field}`),
  );
  const tried = Object.entries(ATTEMPTS).map(([name, { field }]) => `${name} ${field}`);
  expect([...new Set(found)].toSorted()).toEqual(tried.toSorted());
  const streams = server.app.routes.player.filter(
    ({ access, path }) => access.auth === "player" && path.includes(":"),
  );
  const calledToo = new Set(calls.map(([, { path }]) => path));
  expect(streams.map(({ path }) => path).filter((path) => !calledToo.has(path))).toEqual([
    "/api/service/pictures/:id",
  ]);
});

test.each(
  [...Object.values(ATTEMPTS), ...STREAMS].map(
    (one) => [`${one.method} ${one.path(":id")} ${one.thing}`, one] as const,
  ),
)("%s: another's is none", async (_name, one) => {
  const theirs = owner.things[one.thing];
  // Short ids may occur in a reply by chance.
  const plain = (text: string, id: string): string => (id.length > 3 ? text.replaceAll(id, "ID") : text);
  const none = plain(await answer(one, one.none, other), one.none);
  expect(plain(await answer(one, theirs, other), theirs)).toBe(none);
  // It is unchanged: its owner finds it.
  expect(plain(await answer(one, theirs, owner), theirs)).not.toBe(none);
});

test("and no player sees what another wrote, has, or was told", async () => {
  const own = await server.player("GET", "/api/service/conversation", other.token);
  expect(JSON.stringify(own.data)).not.toContain(`"${owner.things.sent}"`);
  for (const [method, path, body] of [
    ["GET", "/api/lottery/orderList/ALL?range=today", undefined],
    ["GET", "/api/lottery/chases/ALL", undefined],
    ["GET", "/api/user/orderList?type=recharge", undefined],
    ["GET", "/api/user/getWithDrawAddrList", undefined],
    ["GET", "/api/user/sessions", undefined],
    ["POST", "/api/user/userMail", { type: "message" }],
  ] as const) {
    const [mine, theirs] = [
      await server.player(method, path, other.token, body),
      await server.player(method, path, owner.token, body),
    ];
    expect([path, mine.code, theirs.code]).toEqual([path, 0, 0]);
    for (const thing of Object.values(owner.things))
      expect([path, JSON.stringify(mine.data).includes(`"${thing}"`)]).toEqual([path, false]);
  }
});
