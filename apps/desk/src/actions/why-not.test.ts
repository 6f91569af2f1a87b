import { ACTION_NAMES, permissionOf, ROLES, ruleOf } from "@lotus/contract/desk";
import { expect, test } from "vitest";
import { word } from "../words/words.ts";
import { whyNot } from "./why-not.ts";

const english: Parameters<typeof whyNot>[0] = (key, values) => word("en-US", key, values) ?? "";

test("every cell of the table of actions: what is forbidden says why, what is allowed says nothing", () => {
  const states = [...new Set(ACTION_NAMES.flatMap((action) => ruleOf(action).states ?? [])), "elsewhere"];
  let cells = 0;
  for (const action of ACTION_NAMES) {
    for (const role of ROLES) {
      for (const state of [undefined, ...states]) {
        const permission = permissionOf(action, role, state);
        const said = whyNot(english, action, role, state);
        const wanted = permission.allowed
          ? undefined
          : permission.why === "role"
            ? `Only for: ${ruleOf(action)
                .roles.map((each) => english(`role.${each}`))
                .join(", ")}`
            : "Not possible in this state";
        expect([action, role, state, said]).toEqual([action, role, state, wanted]);
        cells += 1;
      }
    }
  }
  expect(cells).toBeGreaterThan(ACTION_NAMES.length * ROLES.length * 3);
});

test("nobody signed in may do anything", () => {
  expect(whyNot(english, "dashboard.read", undefined)).toBe("You are not signed in");
});
