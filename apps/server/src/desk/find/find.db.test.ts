import { DESK_CALLS, ROLES } from "@lotus/contract/desk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { placeOneBet } from "../../testing/one-bet.ts";

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({ TURNOVER_PERCENT: "0" });
  await server.app.draws.tick();
  await server.app.draws.readDraws();
});
afterAll(() => server.close());

async function find(text: string, role: (typeof ROLES)[number] = "admin"): Promise<string[]> {
  const reply = await server.desk("POST", DESK_CALLS.find.path, await server.as(role), { text });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data.list.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`);
}

async function recharge(token: string, channel = "demo") {
  const order = { type: "recharge", amount: "500.00", channel_id: channel };
  return (await server.player("POST", "/api/user/makeOrder", token, order)).data;
}

test("any number is found by one search: with its letter or without, in any case, and only whole", async () => {
  const player = await server.enrol("found_one");
  const { orderNo } = await recharge(player.token);
  expect(await find(orderNo)).toEqual([`recharge ${orderNo}`]);
  expect(await find(` ${orderNo.toLowerCase()} `)).toEqual([`recharge ${orderNo}`]);
  expect(await find(orderNo.slice(1))).toEqual([`recharge ${orderNo}`]);
  const inGroups = orderNo.replaceAll(/(\d{4})/gu, "$1\u00A0");
  expect(await find(`\u202A${inGroups}\u202C`)).toEqual([`recharge ${orderNo}`]);
  expect(await find(orderNo.replace("R", "W"))).toEqual([]);
  expect(await find(orderNo.slice(0, -1))).toEqual([]);

  const transfer = await recharge(player.token, "bank");
  const { reference } = transfer.payment;
  expect(await find(reference)).toEqual([`recharge ${transfer.orderNo}`]);
  expect(await find(` ${reference.slice(0, 4).toLowerCase()} ${reference.slice(4)}`)).toEqual([
    `recharge ${transfer.orderNo}`,
  ]);

  const placed = await placeOneBet(server, player.token);
  expect(await find(placed.orderNo)).toEqual([`bet ${placed.orderNo}`]);
  expect(await find(placed.orderNo.slice(1))).toContain(`bet ${placed.orderNo}`);
  const other = placed.orderNo.endsWith("0") ? "1" : "0";
  expect(await find(`${placed.orderNo.slice(0, -1)}${other}`)).not.toContain(`bet ${placed.orderNo}`);
  const alone = await server.desk(
    "GET",
    `/desk/api/players/${player.id}/bets?order_no=${placed.orderNo}`,
    await server.as("support"),
  );
  expect(alone.data.list).toMatchObject([{ id: placed.orderNo }]);

  expect(await find(`FFC-${placed.prizeNo}`)).toEqual([`period FFC-${placed.prizeNo}`]);
  expect(await find(`ffc ${placed.prizeNo}`)).toEqual([`period FFC-${placed.prizeNo}`]);
  expect(await find(placed.prizeNo)).toContain(`period FFC-${placed.prizeNo}`);
});

test("players are found by id and name, with their conversation for those alone who may read it", async () => {
  const player = await server.enrol("found_talker");
  expect(await find("found_talk")).toEqual([`player ${player.id}`]);
  expect(await find("\u2068ｆｏｕｎｄ_talk\u2069")).toEqual([`player ${player.id}`]);
  await server.player("POST", "/api/service/write", player.token, { text: "Where is my money?" });
  expect(await find(String(player.id), "support")).toEqual([
    `player ${player.id}`,
    `conversation ${player.id}`,
  ]);
  expect(await find("found_talker", "cashier")).toEqual([`player ${player.id}`]);
});

test("players are found by each part of their own name, however a keyboard writes it", async () => {
  const named = async (username: string, real_name: string, onCard: boolean): Promise<string> => {
    const { id, token } = await server.enrol(username);
    const number = `00719${String(id).padStart(8, "0")}`;
    const reply = onCard
      ? await server.player("POST", "/api/user/bindBankCard", token, {
          real_name,
          bank_name: "Vietcombank",
          card_no: number,
          card_no_confirmation: number,
          trans_password: "135790",
        })
      : await server.player("POST", "/api/user/identity", token, { real_name, birth_date: "1990-12-31" });
    expect(reply).toMatchObject({ code: 0 });
    return `player ${id}`;
  };
  const lukasz = await named("somebody_1", "Łukasz Wójcik", true);
  const jurgen = await named("somebody_2", "Jürgen Müller", false);
  for (const text of ["lukasz", "WOJCIK", "łukasz", "Wojcik Lukasz", "lukasz wójcik"])
    expect([text, await find(text)]).toEqual([text, [lukasz]]);
  for (const text of ["mueller", "muller", "Müller", "juergen mueller", "JURGENMULLER"])
    expect([text, await find(text)]).toEqual([text, [jurgen]]);
  for (const text of ["lukasz muller", "luk", "müller-wójcik"])
    expect([text, await find(text)]).toEqual([text, []]);
  const listed = await server.desk("GET", "/desk/api/players?q=wojcik", await server.as("support"));
  expect(listed.data.list).toMatchObject([{ username: "somebody_1" }]);
});

test("a search by what is sealed is a reveal: it takes the right to one, and stands in the log without what was typed", async () => {
  const { id, token } = await server.enrol("somebody_3");
  const number = "0071900000000123";
  await server.player("POST", "/api/user/bindBankCard", token, {
    real_name: "Żaneta Grzybowska",
    bank_name: "Vietcombank",
    card_no: number,
    card_no_confirmation: number,
    trans_password: "135790",
  });
  const noted = async (): Promise<object[]> =>
    await server.base.db.query(
      sql`SELECT subject, detail FROM audit_log WHERE action = 'player.reveal' ORDER BY id DESC LIMIT 1`,
    );
  const count = async (): Promise<number> => {
    const [row] = await server.base.db.query<{ n: bigint }>(
      sql`SELECT count(*) AS n FROM audit_log WHERE action = 'player.reveal'`,
    );
    return Number(row?.n);
  };
  const paths = {
    find: (text: string, as: string) => server.desk("POST", DESK_CALLS.find.path, as, { text }),
    list: (text: string, as: string) =>
      server.desk("GET", `/desk/api/players?q=${encodeURIComponent(text)}`, as),
  };
  for (const search of Object.values(paths)) {
    for (const text of [number, "Grzybowska"]) {
      const before = await count();
      expect((await search(text, await server.as("cashier"))).data.list).toEqual([]);
      expect(await count()).toBe(before);
      expect((await search(text, await server.as("support"))).data.list).toMatchObject([{ id: String(id) }]);
      expect(await count()).toBe(before + 1);
      const kind = text === number ? "contact" : "name";
      expect(await noted()).toEqual([{ subject: `player ${id}`, detail: { search: kind, found: 1 } }]);
    }
    // That nobody has it is an answer as well.
    const before = await count();
    for (const text of ["nobody@example.com", "0912 345 678"]) await search(text, await server.as("risk"));
    expect(await count()).toBe(before + 2);
    expect(await noted()).toEqual([{ subject: "players", detail: { search: "contact", found: 0 } }]);
    const looked = [
      "9704 3600 1234 5678",
      "84912345670",
      "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
      "Nguyễn Vô Danh",
    ];
    for (const text of looked) await search(text, await server.as("risk"));
    expect(await count()).toBe(before + 2 + looked.length);
    // Names of accounts, ids and numbers of orders are no contacts.
    for (const text of ["somebody_", String(id), "R202601010000000001"])
      await search(text, await server.as("risk"));
    expect(await count()).toBe(before + 2 + looked.length);
  }
  const lines = await server.base.db.query(
    sql`SELECT detail::text FROM audit_log WHERE action = 'player.reveal'`,
  );
  expect(JSON.stringify(lines)).not.toMatch(/Grzybowska|0071900|0912/iu);
});

test("what is no number finds nothing and breaks nothing", async () => {
  for (const text of [
    "B99999999999999999999",
    "B9999999999999999999",
    "B2026133200000000001",
    "B2026023100000000001",
    "R0000000000",
    "%",
    "'",
  ])
    expect([text, await find(text)]).toEqual([text, []]);
  const empty = await server.desk("POST", DESK_CALLS.find.path, await server.as("risk"), { text: "  " });
  expect(empty.code).not.toBe(0);
});
