import { expect, test } from "vitest";
import { href, resolve, ROUTES, TABS, type RouteName } from "./routes.ts";

// Object.keys widens the names of the table to string.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const names = Object.keys(ROUTES) as RouteName[];

test.each([
  [0, "/", "home", true, "app.tab.home"],
  [1, "/pages/tabbar/service", "service", false, "app.tab.service"],
  [2, "/pages/tabbar/center", "lobby", true, "app.tab.lobby"],
  [3, "/pages/tabbar/mine", "mine", true, "app.tab.mine"],
] as const)("tab %d is %s: %s, login needed: %s", (tab, path, name, login, title) => {
  expect(TABS[tab]).toBe(name);
  expect(ROUTES[name]).toMatchObject({ tab, path, login, title });
});

test("home is also /pages/tabbar/index", () => {
  expect(resolve("/pages/tabbar/index", location.origin)?.name).toBe("home");
});

test.each(["/pages/auth/login", "/pages/auth/register"])("%s is public", (path) => {
  const to = resolve(path, location.origin);
  expect(to === undefined ? undefined : ROUTES[to.name].login).toBe(false);
});

test.each([
  "/pages-sub/game/index",
  "/pages-sub/message/index",
  "/pages-sub/profile/index",
  "/pages-sub/record/betting",
  "/pages-sub/record/recharge",
  "/pages-sub/record/transaction",
  "/pages-sub/record/withdrawal",
  "/pages-sub/report/index",
  "/pages-sub/settings/index",
  "/pages-sub/settings/bank_card",
  "/pages-sub/settings/email",
  "/pages-sub/settings/login_pwd",
  "/pages-sub/settings/phone",
  "/pages-sub/settings/wallet",
  "/pages-sub/settings/withdraw_addr",
  "/pages-sub/settings/withdraw_pwd",
  "/pages-sub/withdraw/index",
])("%s needs a login", (path) => {
  const to = resolve(path, location.origin);
  expect(to === undefined ? undefined : ROUTES[to.name].login).toBe(true);
});

test("every page has its own URL below '/', in the browser's history and not behind a hash", () => {
  const addresses = names.map((name) => href(name));
  expect(new Set(addresses).size).toBe(names.length);
  for (const address of addresses) expect(address).toMatch(/^\/[\w/-]*$/u);
  expect(names.map((name) => resolve(href(name), location.origin)?.name)).toEqual(names);
});

test("only customer service, login pages, legal texts and device settings are public", () => {
  expect(names.filter((name) => !ROUTES[name].login).sort()).toEqual(
    [
      "service",
      "login",
      "register",
      "forgot",
      "confirmEmail",
      "verify",
      "language",
      "appearance",
      "terms",
      "privacy",
    ].sort(),
  );
});

test("parameters of a page travel as its query, each checked by its page", () => {
  expect(href("game", { code: "K3" })).toBe("/pages-sub/game/index?code=K3");
  expect(resolve("/pages/auth/register?invite=LT7K2Q&x=1", location.origin)).toMatchObject({
    name: "register",
    query: { invite: "LT7K2Q" },
  });
});

test.each([
  ["/pages-sub/game/index?code=ffc", {}],
  ["/pages-sub/game/index?code=FFC&practice=2&slip=x", { code: "FFC", slip: "x" }],
  ["/pages-sub/game/index?code=FFC%0A", {}],
  [`/pages/auth/login?redirect=${"a".repeat(2048)}`, { redirect: "a".repeat(2048) }],
  [`/pages/auth/login?redirect=${"a".repeat(2049)}`, {}],
  ["/pages-sub/game/trends?draws=30&view=tables", { draws: "30" }],
  ["/pages-sub/record/betting?order=B123456789&from=mail", { order: "B123456789" }],
  ["/pages-sub/fairness/index?prize=202611210003&prize=x", { prize: "202611210003" }],
  ["/pages-sub/report/index?constructor=1&toString=2&__proto__=3", {}],
])("a parameter that does not fit is dropped: %s", (url, query) => {
  expect(resolve(url, location.origin)?.query).toEqual(query);
});
