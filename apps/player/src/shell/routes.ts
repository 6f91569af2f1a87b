import { gameCode, prizeNo } from "@lotus/contract";
import type { MessageKey } from "@lotus/locales";
import type { ComponentType } from "react";
import * as z from "zod/mini";

/** What every screen is given: its checked query parameters. */
export interface ScreenProps<Query = Record<never, never>> {
  readonly query: Query;
}

type QuerySchema = z.ZodMiniObject;

/** Query parameters of some page, each checked by its route. */
export type AnyQuery = Readonly<Record<string, unknown>>;

/** A page of the app. */
export interface RouteSpec<Schema extends QuerySchema = QuerySchema> {
  readonly path: string;
  /** Another path of the same page. */
  readonly alias?: string;
  /** Place in the tab bar; only tab pages have one. They are opened by `switchTab` alone and stay alive. */
  readonly tab?: number;
  /** Only for logged-in players. */
  readonly login: boolean;
  /** Names the browser's window. */
  readonly title: MessageKey;
  readonly query: Schema;
  readonly screen: () => Promise<{ Screen: ComponentType<ScreenProps<z.output<Schema>>> }>;
}

function route<Schema extends QuerySchema>(spec: RouteSpec<Schema>): RouteSpec<Schema> {
  return spec;
}

const none = z.object({});
const redirect = z.optional(z.string().check(z.maxLength(2048)));

/** Pages whose screens are still to come: they say so, and each is replaced by its import once it is there. */
const soon = () => import("./coming-soon.tsx");

/** Every page of the app. The address of a page is `href(name, query)`. */
export const ROUTES = {
  home: route({
    path: "/",
    alias: "/pages/tabbar/index",
    tab: 0,
    login: true,
    title: "app.tab.home",
    query: none,
    screen: () => import("../screens/home/home/home.tsx"),
  }),
  service: route({
    path: "/pages/tabbar/service",
    tab: 1,
    login: false,
    title: "app.tab.service",
    query: none,
    screen: soon,
  }),
  lobby: route({
    path: "/pages/tabbar/center",
    tab: 2,
    login: true,
    title: "app.tab.lobby",
    query: none,
    screen: () => import("../screens/lobby/lobby/lobby.tsx"),
  }),
  mine: route({
    path: "/pages/tabbar/mine",
    tab: 3,
    login: true,
    title: "app.tab.mine",
    query: none,
    screen: () => import("../screens/mine/mine/mine.tsx"),
  }),

  login: route({
    path: "/pages/auth/login",
    login: false,
    title: "app.page.login",
    query: z.object({ redirect }),
    screen: () => import("../screens/auth/login/login.tsx"),
  }),
  register: route({
    path: "/pages/auth/register",
    login: false,
    title: "app.page.register",
    query: z.object({ invite: z.optional(z.string().check(z.maxLength(32))), redirect }),
    screen: () => import("../screens/auth/register/register.tsx"),
  }),
  forgot: route({
    path: "/pages/auth/forgot",
    login: false,
    title: "app.page.forgot",
    query: none,
    screen: soon,
  }),

  game: route({
    path: "/pages-sub/game/index",
    login: true,
    title: "app.page.game",
    query: z.object({ code: z.optional(gameCode) }),
    screen: () => import("../screens/game/game/game.tsx"),
  }),
  messages: route({
    path: "/pages-sub/message/index",
    login: true,
    title: "app.page.messages",
    query: z.object({ tab: z.optional(z.enum(["notice", "message"])) }),
    screen: soon,
  }),
  profile: route({
    path: "/pages-sub/profile/index",
    login: true,
    title: "app.page.profile",
    query: none,
    screen: soon,
  }),
  bettingRecords: route({
    path: "/pages-sub/record/betting",
    login: true,
    title: "app.page.bettingRecords",
    query: z.object({ code: z.optional(gameCode) }),
    screen: () => import("../screens/records/betting/betting.tsx"),
  }),
  rechargeRecords: route({
    path: "/pages-sub/record/recharge",
    login: true,
    title: "app.page.rechargeRecords",
    query: none,
    screen: () => import("../screens/records/recharge/recharge.tsx"),
  }),
  transactionRecords: route({
    path: "/pages-sub/record/transaction",
    login: true,
    title: "app.page.transactionRecords",
    query: none,
    screen: () => import("../screens/records/transaction/transaction.tsx"),
  }),
  withdrawalRecords: route({
    path: "/pages-sub/record/withdrawal",
    login: true,
    title: "app.page.withdrawalRecords",
    query: none,
    screen: soon,
  }),
  report: route({
    path: "/pages-sub/report/index",
    login: true,
    title: "app.page.report",
    query: none,
    screen: soon,
  }),
  recharge: route({
    path: "/pages-sub/recharge/index",
    login: true,
    title: "app.page.recharge",
    query: none,
    screen: () => import("../screens/money/recharge/recharge.tsx"),
  }),
  withdraw: route({
    path: "/pages-sub/withdraw/index",
    login: true,
    title: "app.page.withdraw",
    query: none,
    screen: soon,
  }),
  agent: route({
    path: "/pages-sub/agent/index",
    login: true,
    title: "app.page.agent",
    query: none,
    screen: soon,
  }),
  limits: route({
    path: "/pages-sub/limits/index",
    login: true,
    title: "app.page.limits",
    query: none,
    screen: soon,
  }),
  verify: route({
    path: "/pages-sub/fairness/index",
    login: false,
    title: "app.page.verify",
    query: z.object({ code: z.optional(gameCode), prize: z.optional(prizeNo) }),
    screen: () => import("../screens/fairness/verify/verify.tsx"),
  }),

  settings: route({
    path: "/pages-sub/settings/index",
    login: true,
    title: "app.page.settings",
    query: none,
    screen: () => import("../screens/settings/index/index.tsx"),
  }),
  bankCard: route({
    path: "/pages-sub/settings/bank_card",
    login: true,
    title: "app.page.bankCard",
    query: none,
    screen: soon,
  }),
  email: route({
    path: "/pages-sub/settings/email",
    login: true,
    title: "app.page.email",
    query: none,
    screen: soon,
  }),
  loginPassword: route({
    path: "/pages-sub/settings/login_pwd",
    login: true,
    title: "app.page.loginPassword",
    query: none,
    screen: soon,
  }),
  phone: route({
    path: "/pages-sub/settings/phone",
    login: true,
    title: "app.page.phone",
    query: none,
    screen: soon,
  }),
  wallet: route({
    path: "/pages-sub/settings/wallet",
    login: true,
    title: "app.page.wallet",
    query: none,
    screen: soon,
  }),
  withdrawalAddresses: route({
    path: "/pages-sub/settings/withdraw_addr",
    login: true,
    title: "app.page.withdrawalAddresses",
    query: none,
    screen: soon,
  }),
  withdrawalPassword: route({
    path: "/pages-sub/settings/withdraw_pwd",
    login: true,
    title: "app.page.withdrawalPassword",
    query: none,
    screen: soon,
  }),
  language: route({
    path: "/pages-sub/settings/language",
    login: false,
    title: "app.page.language",
    query: none,
    screen: () => import("../screens/settings/language/language.tsx"),
  }),
  appearance: route({
    path: "/pages-sub/settings/appearance",
    login: false,
    title: "app.page.appearance",
    query: none,
    screen: () => import("../screens/settings/appearance/appearance.tsx"),
  }),
  sound: route({
    path: "/pages-sub/settings/sound",
    login: true,
    title: "app.page.sound",
    query: none,
    screen: soon,
  }),
  devices: route({
    path: "/pages-sub/settings/devices",
    login: true,
    title: "app.page.devices",
    query: none,
    screen: soon,
  }),
  about: route({
    path: "/pages-sub/settings/about",
    login: true,
    title: "app.page.about",
    query: none,
    screen: soon,
  }),

  terms: route({
    path: "/pages/legal/terms",
    login: false,
    title: "app.page.terms",
    query: none,
    screen: () => import("../screens/legal/terms/terms.tsx"),
  }),
  privacy: route({
    path: "/pages/legal/privacy",
    login: false,
    title: "app.page.privacy",
    query: none,
    screen: () => import("../screens/legal/privacy/privacy.tsx"),
  }),
} as const;

export type RouteName = keyof typeof ROUTES;
/** The query parameters of a page, as `href` takes them and its screen gets them. */
export type RouteQuery<Name extends RouteName> = z.output<(typeof ROUTES)[Name]["query"]>;

/** The tab pages in the order of the tab bar. */
export const TABS = ["home", "service", "lobby", "mine"] as const satisfies readonly RouteName[];
export type TabName = (typeof TABS)[number];

/** The address of a page: `href("game", { code: "FFC" })`. Undefined parameters are left out. */
export function href<Name extends RouteName>(name: Name, query?: RouteQuery<Name>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (typeof value === "string") search.set(key, value);
  }
  const text = search.toString();
  return text === "" ? ROUTES[name].path : `${ROUTES[name].path}?${text}`;
}

/** What an address leads to. */
export interface Destination {
  readonly name: RouteName;
  readonly query: AnyQuery;
  /** Path and query, as the address bar shows it. */
  readonly url: string;
}

const byPath = new Map<string, RouteName>();
for (const name of Object.keys(ROUTES) as RouteName[]) {
  const { path, alias }: RouteSpec = specOf(name);
  byPath.set(path, name);
  if (alias !== undefined) byPath.set(alias, name);
}

/** The page of a same-origin address, or undefined. Query parameters that do not fit are dropped. */
export function resolve(url: string, origin: string): Destination | undefined {
  if (!URL.canParse(url, origin)) return undefined;
  const parsed = new URL(url, origin);
  if (parsed.origin !== origin) return undefined;
  const path = parsed.pathname.length > 1 ? parsed.pathname.replace(/\/$/u, "") : parsed.pathname;
  const name = byPath.get(path);
  if (name === undefined) return undefined;
  return { name, query: checkedQuery(specOf(name).query, parsed.searchParams), url: path + parsed.search };
}

function checkedQuery(schema: QuerySchema, given: URLSearchParams): AnyQuery {
  const values: Record<string, string> = {};
  for (const [key, value] of given) {
    const field = schema.shape[key];
    if (field !== undefined && z.safeParse(field, value).success) values[key] = value;
  }
  return z.parse(schema, values);
}

/** The specification of a page without its particular query type. */
export function specOf(name: RouteName): RouteSpec {
  // Each screen takes exactly what its own schema lets through, so the pair may be handled as one kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return ROUTES[name] as unknown as RouteSpec;
}
