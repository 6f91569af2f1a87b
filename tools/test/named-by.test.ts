import { expect, test } from "vitest";
import { sharingNames, usersOfNames } from "./named-by.ts";

test("texts that name the same keys and paths are found, those with rare names first", () => {
  const common = Array.from({ length: 13 }, (_, at): [string, string] => [`${at}.ts`, `text("app.back")`]);
  const texts = new Map([
    ...common,
    ["order.ts", `post("/api/user/makeOrder", body); text("money.recharge.title")`],
    ["recharge.ts", `text("money.recharge.title")`],
    ["none.ts", `money.recharge.title; "file"`],
  ]);
  const changed = [`/** POST /api/user/makeOrder. */ t("money.recharge.title") + t("app.back")`];
  expect(sharingNames(changed, texts)).toEqual(["order.ts", "recharge.ts"]);
  expect(sharingNames(["no names"], texts)).toEqual([]);
});

test("a changed text of a catalogue leads to the sources that show it", () => {
  const sources = new Map([
    ["apps/player/src/a.tsx", `t("money.recharge.title")`],
    ["apps/player/src/b.tsx", `t("money.recharge.bank")`],
    ["apps/player/src/a.test.tsx", `t("money.recharge.title")`],
  ]);
  expect(usersOfNames(`+  "money.recharge.title": "Recharge",`, sources)).toEqual(["apps/player/src/a.tsx"]);
});
