import { ACTION_NAMES, permissionOf, PLAYER_STATES, ROLES, ruleOf } from "@lotus/contract/desk";
import { expect, test } from "vitest";
import { word } from "../i18n/i18n.ts";
import { whyNot } from "./why-not.ts";

const english: Parameters<typeof whyNot>[0] = (key, values) => word("en-US", key, values) ?? "";

test("every cell of the table of actions: a forbidden action has a reason, a permitted one has none", () => {
  const states = [...new Set(ACTION_NAMES.flatMap((action) => ruleOf(action).states ?? [])), "elsewhere"];
  let cells = 0;
  for (const action of ACTION_NAMES) {
    for (const role of ROLES) {
      for (const state of [undefined, ...states]) {
        const permission = permissionOf(action, role, state);
        const reason = whyNot(english, action, role, { state });
        const wanted = permission.allowed
          ? undefined
          : permission.why === "role"
            ? `Only for: ${ruleOf(action)
                .roles.map((each) => english(`role.${each}`))
                .join(", ")}`
            : "Not possible in this state";
        expect([action, role, state, reason]).toEqual([action, role, state, wanted]);
        cells += 1;
      }
    }
  }
  expect(cells).toBeGreaterThan(ACTION_NAMES.length * ROLES.length * 3);
});

test("every action × state of the player: the account's state is the reason if the table says so", () => {
  const why = { active: undefined, locked: /locked: unlock it first$/u, closed: /is closed$/u } as const;
  for (const action of ACTION_NAMES) {
    const { playerStates, states } = ruleOf(action);
    for (const playerState of PLAYER_STATES) {
      const stops = playerStates?.includes(playerState) === false;
      const reason = whyNot(english, action, "admin", { state: states?.[0], playerState });
      const wanted = stops ? why[playerState] : undefined;
      if (wanted === undefined)
        expect([action, playerState, reason]).toEqual([action, playerState, undefined]);
      else expect([action, playerState, wanted.test(reason ?? "")]).toEqual([action, playerState, true]);
    }
  }
});

test("without a session nothing is permitted", () => {
  expect(whyNot(english, "dashboard.read", undefined)).toBe("You are not signed in");
});
