import { LOCALES } from "@lotus/locales";
import { loadServerMessages } from "@lotus/locales/node";
import { PLAYER_REASONS } from "@lotus/contract";
import { ACTION_NAMES, ruleOf, type Action } from "@lotus/contract/desk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { CELL_SETTINGS } from "../testing/cell-settings.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { placeOneBet } from "../testing/one-bet.ts";
import { Cells } from "../testing/table-cells.ts";

/** What operators note stays at the desk; players are told words of a list, in their language. */

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer(CELL_SETTINGS);
  await server.app.draws.tick();
  await server.app.draws.readDraws();
});
afterAll(() => server.close());

const NOTE = "farm of five accounts";
const HAS_A_PLAYER = /^(recharge|withdrawal|payment|gift|player|protection|identity|care)\./u;
/** A look at what is sealed changes nothing; a chase ends with a word of its own, as its tests show. */
const APART: ReadonlySet<Action> = new Set(["payment.reveal", "withdrawal.reveal", "player.endChase"]);
const WITH_REASON = ACTION_NAMES.filter(
  (action) => ruleOf(action).reason !== "none" && HAS_A_PLAYER.test(action) && !APART.has(action),
);

/** All rows from which players are told anything: replies, events, messages, what is pushed, their archive. */
const TOLD = sql`
  SELECT string_agg(text, ' | ') AS text FROM (
    SELECT detail::text AS text FROM message UNION ALL SELECT payload::text FROM live_event
    UNION ALL SELECT n::text FROM push_news n UNION ALL SELECT reason FROM money_order
    UNION ALL SELECT reason FROM identity_submission UNION ALL SELECT void_reason FROM period
  ) AS told`;
const told = async (): Promise<string> =>
  (await server.base.owner.query<{ text: string }>(TOLD))[0]?.text ?? "";

const NOTED = sql`SELECT count(*)::int AS rows FROM audit_log WHERE reason LIKE '%' || $1 || '%'`;

let players = 0;

const PATHS = ["identity", "limits", "care", "getWithDrawAddrList", "getUserInfo"];

/** What the app reads of a player, but for messages, whose rows are looked at below. */
async function readAll(token: string): Promise<string> {
  const orders = ["recharge", "withdrawal"].map((type) => `orderList?type=${type}`);
  const paths = [...PATHS, ...orders];
  return JSON.stringify(
    await Promise.all(paths.map((path) => server.player("GET", `/api/user/${path}`, token))),
  );
}

/** Does an action for a player of its own; returns what the app then shows. */
async function act(action: Action, words: object): Promise<string> {
  players += 1;
  const own = new Cells(server);
  const token = await own.open(`noted_${players}`, String(870_000_000_000 + players));
  const { id, body } = await own.ofPlayer(action, action === "player.unlock" ? "locked" : "active");
  const role = ruleOf(action).roles.includes("admin") ? "admin" : ruleOf(action).roles[0];
  const reply = await own.act(action, id, await server.as(role ?? "admin"), { ...body, ...words });
  // Their money would have to be paid out first.
  expect([action, reply.code]).toEqual([action, action === "player.close" ? 2031 : 0]);
  return await readAll(token);
}

test.each(WITH_REASON)("%s: what an operator writes as the reason reaches no player", async (action) => {
  const note = `${NOTE}: ${action}`;
  expect(await act(action, { reason: note })).not.toContain(note);
  expect(await told()).not.toContain(note);
});

test("all of it is in the audit log", async () => {
  const [before] = await server.base.owner.query<{ rows: number }>(NOTED, [NOTE]);
  await act("withdrawal.cancel", { reason: "cannotBePaid", note: NOTE });
  expect(await server.base.owner.query(NOTED, [NOTE])).toEqual([{ rows: (before?.rows ?? 0) + 1 }]);
  expect(before?.rows).toBeGreaterThanOrEqual(WITH_REASON.length - 1);
});

test.each([
  ["recharge.cancel", "notReceived", "We have not received the payment"],
  ["withdrawal.cancel", "cannotBePaid", "This card or wallet cannot be paid"],
  ["identity.refuse", "unreadable", "The photos cannot be read"],
] as const)(
  "%s: the player reads the reason of the list in the own language",
  async (action, reason, text) => {
    const reads = await act(action, { reason, note: NOTE });
    expect(reads).toContain(`"reason":"${text}"`);
    expect(reads).not.toContain(NOTE);
  },
);

test("a voided period: two people note what they like, and its players read a reason of the list", async () => {
  const { token } = await server.enrol("voided_player");
  await server.player("POST", "/api/user/makeOrder", token, {
    type: "recharge",
    amount: "100.00",
    channel_id: "demo",
  });
  const { prizeNo } = await placeOneBet(server, token);
  for (const which of [1, 2])
    expect(
      await server.desk("POST", `/desk/api/periods/FFC-${prizeNo}/void`, await server.as("admin", which), {
        reason: "wrongOdds",
        note: `${NOTE} ${which}`,
      }),
    ).toMatchObject({ code: 0, data: { waitsForSecond: which === 1 } });
  const mail = await server.player("POST", "/api/user/userMail", token, { type: "message" });
  expect(JSON.stringify(mail.data)).toContain("Reason: The odds on sale were wrong");
  expect(`${JSON.stringify(mail.data)} ${await told()}`).not.toContain(NOTE);
});

test("each reason of the list has a text in each language, and none is another's", () => {
  const translate = loadServerMessages();
  for (const locale of LOCALES)
    for (const reasons of Object.values(PLAYER_REASONS)) {
      const texts = reasons.map((reason) => translate(locale, `reason.${reason}`));
      expect([locale, new Set(texts).size]).toEqual([locale, reasons.length]);
    }
});

test("what an operator wrote before there was a list is shown as players have read it", async () => {
  const { id, token } = await server.enrol("told_before");
  const order = { type: "recharge", amount: "10.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", token, order);
  await server.base.owner.query(
    sql`UPDATE money_order SET status = 'cancelled', reason = 'the bank sent it back' WHERE player_id = $1`,
    [id],
  );
  const list = await server.player("GET", "/api/user/orderList?type=recharge", token);
  expect(list.data.list[0].reason).toBe("the bank sent it back");
});
