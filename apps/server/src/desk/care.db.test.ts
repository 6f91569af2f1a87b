import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { openCase } from "../testing/harmful-play.ts";

/** The desk's cases about markers of harm: each is closed with its own reason, and nothing is loosened by it. */

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

type Role = "support" | "cashier" | "risk" | "admin";
interface Flagged {
  readonly id: bigint;
  readonly token: string;
  readonly care: string;
}

let players = 0;
/** Players at the highest level, each with an open case. */
async function flag(count: number): Promise<Flagged[]> {
  const made: Flagged[] = [];
  for (let index = 0; index < count; index += 1) {
    players += 1;
    const player = await server.enrol(`cared_${players}`);
    made.push({ ...player, care: await openCase(server, player.id) });
  }
  return made;
}

const list = async (role: Role, query = "") =>
  server.desk("GET", `/desk/api/care${query}`, await server.as(role));
const read = async (id: bigint, role: Role = "support") =>
  server.desk("GET", `/desk/api/players/${id}/care`, await server.as(role));
const post = async (care: string, what: string, body: object, role: Role = "support") =>
  server.desk("POST", `/desk/api/care/${care}/${what}`, await server.as(role), body);

test("the queue shows open cases by their deadline, with the score and its reasons", async () => {
  const [first, second] = await flag(2);
  const { data } = await list("risk", "?status=open&order=oldest");
  const deadlines = data.list.map(({ deadline }: { deadline: number }) => deadline);
  expect(deadlines).toEqual(deadlines.toSorted((one: number, other: number) => one - other));
  const ids = data.list.map(({ player }: { player: { id: string } }) => player.id);
  expect(ids).toEqual(expect.arrayContaining([String(first?.id), String(second?.id)]));
  expect(data.list[0]).toMatchObject({ status: "open", assignedTo: null, before: { recharged: "410.00" } });
  expect(data.list[0].deadline - data.list[0].openedAt).toBe(72 * 3_600_000);
  expect(data.list[0].reasons).toContainEqual(
    expect.objectContaining({ signal: "rechargeAfterLoss", points: 28 }),
  );
});

test("a case is assigned, noted and closed, each with its line in the audit log", async () => {
  const [one] = await flag(1);
  if (one === undefined) throw new Error("no case");
  const me = (await server.desk("GET", "/desk/api/session/me", await server.as("support"))).data.operator;
  expect((await post(one.care, "assign", { operator_id: me.id })).data.assignedTo).toMatchObject({
    id: me.id,
  });
  expect(await post(one.care, "assign", { operator_id: "999999" })).toMatchObject({ code: 8003 });
  expect(await post(one.care, "note", { text: "wants to think about it" })).toMatchObject({ code: 0 });
  expect(await post(one.care, "close", { outcome: "call", reason: "talked for half an hour" })).toMatchObject(
    {
      code: 0,
      data: { status: "closed", outcome: "call", closedBy: { id: me.id }, after: null },
    },
  );
  expect(await post(one.care, "note", { text: "too late" })).toMatchObject({ code: 8002 });
  const shown = (await read(one.id)).data;
  expect(shown.cases[0].events).toMatchObject([
    { what: "opened" },
    { what: "assigned" },
    { what: "note", words: "wants to think about it" },
    { what: "closed", words: "talked for half an hour" },
  ]);
  for (const action of ["care.assign", "care.note", "care.close", "care.read"]) {
    const log = await server.desk("GET", `/desk/api/audit?action=${action}`, await server.as("admin"));
    expect([action, log.data.list[0]?.subject]).toEqual([action, `player ${one.id}`]);
  }
});

test("a limit or a time-out that was not set closes no case, and one that was does", async () => {
  const [one, two] = await flag(2);
  if (one === undefined || two === undefined) throw new Error("no cases");
  for (const outcome of ["limit", "timeOut"])
    expect(await post(one.care, "close", { outcome, reason: "said to be done" })).toMatchObject({
      code: 8002,
    });
  const by = { reason: "agreed on the phone" };
  const desk = await server.as("support");
  await server.desk("POST", `/desk/api/players/${one.id}/limits`, desk, {
    kind: "loss",
    window: "day",
    amount: "10.00",
    ...by,
  });
  await server.desk("POST", `/desk/api/players/${two.id}/timeOut`, desk, { days: 7, ...by });
  expect(await post(one.care, "close", { outcome: "limit", ...by })).toMatchObject({ code: 0 });
  expect(await post(two.care, "close", { outcome: "timeOut", ...by })).toMatchObject({ code: 0 });
});

test("no operator closes several at once, nor without a reason; two at the same time close a case once", async () => {
  const [one, two] = await flag(2);
  if (one === undefined || two === undefined) throw new Error("no cases");
  for (const body of [{ outcome: "none" }, { outcome: "none", reason: "  " }, { reason: "because" }])
    expect((await post(one.care, "close", body)).code).not.toBe(0);
  expect(
    (await post(`${one.care},${two.care}`, "close", { outcome: "none", reason: "all of them" })).code,
  ).not.toBe(0);
  const both = await Promise.all([
    post(one.care, "close", { outcome: "none", reason: "was on holiday" }),
    post(one.care, "close", { outcome: "none", reason: "was on holiday" }, "risk"),
  ]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 8002]);
  expect((await list("support", "?status=open&page_size=100")).data.list).toContainEqual(
    expect.objectContaining({ id: two.care }),
  );
});

test("scores are within reach of neither cashiers nor players, invited or not", async () => {
  const [one] = await flag(1);
  if (one === undefined) throw new Error("no case");
  expect(await list("cashier")).toMatchObject({ code: 8001 });
  expect(await read(one.id, "cashier")).toMatchObject({ code: 8001 });
  expect((await post(one.care, "close", { outcome: "none", reason: "not mine" }, "cashier")).code).toBe(8001);
  for (const path of ["/desk/api/care", `/desk/api/players/${one.id}/care`]) {
    expect((await server.desk("GET", path, one.token)).code).not.toBe(0);
  }
  // Nothing of it is in what a team or another list of the desk shows.
  const seen = JSON.stringify([
    (await server.player("GET", "/api/agent/team", one.token)).data,
    (await server.player("GET", "/api/agent/summary", one.token)).data,
    (await server.desk("GET", `/desk/api/players/${one.id}`, await server.as("cashier"))).data,
  ]);
  expect(seen).not.toMatch(/"score"|"reasons"|rechargeAfterLoss|guarded/u);
});

test("a player with markers from the second level on gets no gift at the desk", async () => {
  const [one] = await flag(1);
  if (one === undefined) throw new Error("no case");
  const gift = { amount: "5.00", reason: "have fun" };
  const given = await server.desk("POST", `/desk/api/players/${one.id}/gifts`, await server.as("risk"), gift);
  expect(given.code).toBe(8041);
  const calm = await server.enrol("calm_and_well");
  expect(
    (await server.desk("POST", `/desk/api/players/${calm.id}/gifts`, await server.as("risk"), gift)).code,
  ).toBe(0);
});
