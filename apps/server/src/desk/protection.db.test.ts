import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

/** Operators tighten what protects a player, and loosen nothing. */

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

let players = 0;
async function enrol(): Promise<{ readonly id: bigint; readonly token: string }> {
  players += 1;
  return server.enrol(`guarded_${players}`);
}

const post = async (id: bigint, what: string, body: object, role: "support" | "cashier" = "support") =>
  server.desk("POST", `/desk/api/players/${id}/${what}`, await server.as(role), {
    reason: "asked for in the conversation",
    ...body,
  });
const read = async (id: bigint) =>
  (await server.desk("GET", `/desk/api/players/${id}/protection`, await server.as("cashier"))).data;

test("a limit is set or lowered at the desk at once, and never raised or removed", async () => {
  const { id, token } = await enrol();
  const limit = { kind: "loss", window: "day" };
  expect(await post(id, "limits", { ...limit, amount: "100.00" })).toMatchObject({ code: 0 });
  expect(await post(id, "limits", { ...limit, amount: "40.00" })).toMatchObject({ code: 0 });
  for (const amount of ["40.00", "40.01", "500.00"])
    expect(await post(id, "limits", { ...limit, amount })).toMatchObject({ code: 8002 });
  const shown = (await server.player("GET", "/api/user/limits", token)).data;
  expect(shown.limits).toContainEqual(expect.objectContaining({ ...limit, amount: "40.00" }));
  expect((await read(id)).changes).toMatchObject([
    {
      what: "set",
      kind: "loss",
      window: "day",
      before: "100.00",
      after: "40.00",
      operator: { id: expect.any(String) },
    },
    { what: "set", before: null, after: "100.00" },
  ]);
});

test("a time-out and an exclusion begin at once, are told to the player, and are shortened by nobody", async () => {
  const { id, token } = await enrol();
  const first = await post(id, "timeOut", { days: 30 });
  expect(first.code).toBe(0);
  const { timeOutUntil } = first.data;
  expect((await post(id, "timeOut", { days: 1 })).data.timeOutUntil).toBe(timeOutUntil);
  expect(await post(id, "exclude", { months: 12 })).toMatchObject({ code: 0 });
  // The rules in force do not offer it.
  expect(await post(id, "exclude", { months: 7 })).toMatchObject({ code: 8002 });
  const order = { type: "recharge", amount: "50.00", channel_id: "demo" };
  expect((await server.player("POST", "/api/user/makeOrder", token, order)).code).toBe(3014);
  const mails = (await server.player("POST", "/api/user/userMail", token, { type: "message" })).data.list;
  expect(mails.filter(({ title }: { title: string }) => title === "Play limits changed")).toHaveLength(3);
  expect((await read(id)).changes).toMatchObject([
    { what: "exclusion", reason: "asked for in the conversation" },
    { what: "time-out" },
    { what: "time-out" },
  ]);
});

test("wherever the desk names a player, it says that the player is on a break or excluded", async () => {
  const { id, token } = await enrol();
  const order = { type: "recharge", amount: "50.00", channel_id: "bank" };
  expect((await server.player("POST", "/api/user/makeOrder", token, order)).code).toBe(0);
  const admin = await server.as("admin");
  const shown = async () => {
    const get = async (path: string) => (await server.desk("GET", path, admin)).data;
    const [row] = (await get(`/desk/api/players?q=${id}`)).list;
    const [recharge] = (await get(`/desk/api/recharges?player_id=${id}`)).list;
    const one = await get(`/desk/api/players/${id}`);
    const whole = await get(`/desk/api/recharges/${recharge.id}`);
    return [row, one, recharge.player, whole.player].map(({ status, onBreak }) => [status, onBreak]);
  };
  expect(await shown()).toEqual(Array.from({ length: 4 }, () => ["active", undefined]));
  const { timeOutUntil } = (await post(id, "timeOut", { days: 7 })).data;
  const timeOut = { kind: "timeOut", until: timeOutUntil };
  expect(await shown()).toEqual(Array.from({ length: 4 }, () => ["active", timeOut]));
  const { excludedUntil } = (await post(id, "exclude", { months: 12 })).data;
  const exclusion = { kind: "exclusion", until: excludedUntil };
  expect(await shown()).toEqual(Array.from({ length: 4 }, () => ["active", exclusion]));
});

test("a cashier reads and changes nothing; each change is in the audit log with its reason", async () => {
  const { id } = await enrol();
  expect(await post(id, "timeOut", { days: 1 }, "cashier")).toMatchObject({ code: 8001 });
  expect(await read(id)).toMatchObject({ timeOutUntil: null, changes: [] });
  await post(id, "timeOut", { days: 1 });
  const log = (
    await server.desk("GET", "/desk/api/audit?action=protection.timeOut", await server.as("admin"))
  ).data.list;
  expect(log[0]).toMatchObject({ subject: `player ${id}`, reason: "asked for in the conversation" });
  expect(await post(99_999_999n, "timeOut", { days: 1 })).toMatchObject({ code: 8003 });
});
