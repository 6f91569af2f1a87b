import { ACTION_NAMES, ROLES, ruleOf, type Role } from "@lotus/contract/desk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openDeskHouse, type DeskHouse } from "./desk-house.fixture.ts";
import { CELL_SETTINGS, Cells } from "./table-cells.fixture.ts";

let house: DeskHouse;
let cells: Cells;
const tokens = new Map<Role, string>();
let tried = 0;
beforeAll(async () => {
  house = await openDeskHouse(CELL_SETTINGS);
  cells = new Cells(house);
  await cells.open();
  for (const role of ROLES) tokens.set(role, await house.as(role));
});
afterEach(() => cells.calm());
afterAll(async () => {
  console.log(
    `${STATED.length} actions with states, each × its states × ${ROLES.length} roles = ${tried} tries`,
  );
  await house.close();
});

const STATED = ACTION_NAMES.filter((action) => ruleOf(action).states !== undefined);
/** What the desk answers: done, not by this role, not in this state. */
const [DONE, ROLE, STATE] = [0, 8001, 8002];

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
        // What was done has changed the thing: the next role is given another.
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
      "withdrawal.reveal",
      "player.reveal",
      "player.note",
      "player.endSessions",
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
