import type { Role } from "@lotus/contract/desk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { countSecond } from "./second.ts";

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({ GIFT_FOUR_EYES_ABOVE: "100.00", GIFT_MAX: "300.00" });
  await server.app.draws.tick();
  await server.app.draws.readDraws();
});
afterAll(() => server.close());

const post = async (path: string, role: Role, body: object) =>
  server.desk("POST", `/desk/api/${path}`, await server.as(role), body);

async function waits(role: Role) {
  const reply = await server.desk("GET", "/desk/api/second", await server.as(role));
  expect(reply).toMatchObject({ code: 0 });
  return reply.data.list;
}

test("what one person has asked for waits for the second, in one list, for those whose role decides it", async () => {
  expect(await waits("admin")).toEqual([]);
  const player = await server.enrol("second_one");
  const gift = { amount: "150.00", reason: "makesGood", note: "a long wait" };
  const request = await post(`players/${player.id}/gifts`, "risk", gift);
  expect(request.data.waitsForSecond).toBe(true);
  const { prizeNo } = (await server.player("GET", "/api/lottery/current/FFC")).data;
  const why = { reason: "the feed stood still" };
  expect((await post(`periods/FFC-${prizeNo}/void`, "risk", why)).data.waitsForSecond).toBe(true);
  const wanted = { name: "somebody_new", role: "support", reason: "more hands" };
  expect((await post("operators", "admin", wanted)).code).toBe(0);

  const name = "risk_1";
  const giftRow = {
    kind: "gift",
    id: request.data.record.id,
    player: { name: "second_one" },
    amount: "150.00",
    reason: "makesGood",
    note: "a long wait",
    first: { name },
  };
  const voidRow = {
    kind: "period",
    id: `FFC-${prizeNo}`,
    player: null,
    amount: "0.00",
    asked: "0.00",
    first: { name },
  };
  expect(await waits("risk")).toMatchObject([giftRow, voidRow]);
  expect(await waits("admin")).toMatchObject([
    giftRow,
    voidRow,
    { kind: "operator", about: "somebody_new", change: "create", role: "support", reason: "more hands" },
  ]);
  expect([await waits("support"), await waits("cashier")]).toEqual([[], []]);
  const counted = await countSecond(server.base.db);
  expect(counted.map(({ kind, count }) => [kind, count])).toEqual([
    ["gift", 1],
    ["operator", 1],
    ["period", 1],
  ]);

  expect((await post(`gifts/${request.data.record.id}/confirm`, "admin", {})).code).toBe(0);
  expect(await waits("risk")).toMatchObject([voidRow]);
  expect((await post(`periods/FFC-${prizeNo}/void`, "admin", why)).code).toBe(0);
  expect(await waits("risk")).toEqual([]);
});

test("a large recharge that one cashier has passed waits for another", async () => {
  const { token } = await server.enrol("second_two");
  const order = { type: "recharge", amount: "49999.00", channel_id: "bank" };
  const { data } = await server.player("POST", "/api/user/makeOrder", token, order);
  const passed = await post(`recharges/${data.orderNo}/pass`, "cashier", {});
  expect(passed.data).toMatchObject({ waitsForSecond: true });
  const mine = { kind: "recharge", id: data.orderNo, amount: "49999.00", first: { name: "cashier_1" } };
  expect(await waits("cashier")).toMatchObject([mine]);
  expect(await waits("risk")).toEqual([]);
  await post(`recharges/${data.orderNo}/pass`, "admin", {});
  expect(await waits("cashier")).toEqual([]);
});
