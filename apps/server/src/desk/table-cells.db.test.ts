import { ACTION_NAMES, PLAYER_STATES, ROLES, ruleOf, type Action, type Role } from "@lotus/contract/desk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CELL_SETTINGS } from "../testing/cell-settings.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { Cells } from "../testing/table-cells.ts";

let server: DeskServer;
let cells: Cells;
const tokens = new Map<Role, string>();
let tried = 0;
beforeAll(async () => {
  server = await openDeskServer(CELL_SETTINGS);
  cells = new Cells(server);
  await cells.open();
  for (const role of ROLES) tokens.set(role, await server.as(role));
});
afterEach(() => cells.calm());
afterAll(async () => {
  console.log(
    `${STATED.length} actions with states, each × its states × ${ROLES.length} roles = ${tried} tries`,
  );
  await server.close();
});

const STATED = ACTION_NAMES.filter((action) => ruleOf(action).states !== undefined);
/** The desk's replies: done, wrong role, wrong state, wrong state of the player. */
const [DONE, ROLE, STATE, PLAYER] = [0, 8001, 8002, 8023];

describe("every cell of the table: action × state × role", () => {
  test.each(STATED)("%s", async (action) => {
    const rule = ruleOf(action);
    const states = cells.statesOf(action);
    expect(Object.keys(states)).toEqual(expect.arrayContaining([...(rule.states ?? [])]));
    const found: string[] = [];
    const must: string[] = [];
    for (const [state, make] of Object.entries(states)) {
      const inState = rule.states?.includes(state) === true;
      let id = await make();
      for (const role of ROLES) {
        const byRole = rule.roles.includes(role);
        const { code } = await cells.act(action, id, tokens.get(role) ?? "");
        found.push(`${state} ${role} ${code}`);
        must.push(`${state} ${role} ${byRole ? (inState ? DONE : STATE) : ROLE}`);
        // A successful action changed the subject, so the next role gets a new one.
        if (code === DONE) id = await make();
      }
    }
    expect(found).toEqual(must);
    tried += found.length;
  });

  test("and the actions without states are those whose things have none", () => {
    const stateless = ACTION_NAMES.filter((action) => ruleOf(action).states === undefined);
    expect(stateless.filter((action) => !/\.read$|^export\./u.test(action))).toEqual([
      "books.check",
      "liabilities.run",
      "payment.reveal",
      "withdrawal.reveal",
      "player.reveal",
      "player.note",
      "player.endPush",
      "player.endSessions",
      "player.endChase",
      "player.removePasskey",
      "player.export",
      "protection.tighten",
      "protection.timeOut",
      "protection.exclude",
      "identity.reveal",
      "identity.correct",
      "conversation.answer",
      "conversation.assign",
      "notice.publish",
      "message.send",
      "banner.write",
      "game.limits",
      "odds.publish",
      "agents.plan",
      "gift.give",
      "operator.create",
    ]);
  });
});

describe("every cell of the table: action × state of the player × role", () => {
  const behind = ACTION_NAMES.filter((action) => ruleOf(action).playerStates !== undefined);
  let players = 0;

  /** A player with money and a card, and a subject for the action. */
  async function prepared(action: Action, state: (typeof PLAYER_STATES)[number]) {
    players += 1;
    const own = new Cells(server);
    await own.open(`behind_${players}`, String(880_000_000_000 + players));
    const { id, body } = await own.ofPlayer(action, state);
    return { own, id, body, before: await own.money() };
  }

  test.each(behind)("%s", async (action) => {
    const rule = ruleOf(action);
    const found: string[] = [];
    const must: string[] = [];
    for (const state of PLAYER_STATES) {
      const allowed = rule.playerStates?.includes(state) === true;
      let thing = await prepared(action, state);
      for (const role of ROLES) {
        const reply = await thing.own.act(action, thing.id, tokens.get(role) ?? "", thing.body);
        const byRole = rule.roles.includes(role);
        found.push(`${state} ${role} ${reply.code}`);
        must.push(`${state} ${role} ${byRole ? (allowed ? DONE : PLAYER) : ROLE}`);
        if (reply.code === DONE) thing = await prepared(action, state);
        else
          expect([action, state, role, await thing.own.money()]).toEqual([action, state, role, thing.before]);
      }
    }
    expect(found).toEqual(must);
  });

  test("what has a player behind it and no state of theirs moves nothing out, and is listed here", () => {
    const free = ACTION_NAMES.filter(
      (action) =>
        /^(recharge|withdrawal|payment|gift|player|protection|identity|care|conversation|message)\./u.test(
          action,
        ) &&
        !action.endsWith(".read") &&
        ruleOf(action).playerStates === undefined,
    );
    expect(free).toEqual([
      "recharge.cancel",
      "payment.reveal",
      "payment.unmatch",
      "payment.close",
      "withdrawal.cancel",
      "withdrawal.reveal",
      "player.reveal",
      "player.note",
      // Refused by the player's state itself.
      "player.lock",
      "player.unlock",
      "player.endPush",
      "player.endSessions",
      "player.endChase",
      // It too, and pays nothing: an account with money in it is not closed.
      "player.close",
      "identity.reveal",
      "care.assign",
      "care.note",
      "care.close",
      "conversation.close",
      "conversation.reopen",
      "conversation.assign",
      "gift.cancel",
    ]);
  });
});
