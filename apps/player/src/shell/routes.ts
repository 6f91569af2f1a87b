import type { LaterPart, MessageKey } from "@lotus/locales";
import type { ComponentType } from "react";
import * as z from "zod/mini";
import { loadCatalog } from "../i18n/i18n.ts";
import { PAGE_QUERIES, type RouteName, type RouteQuery, type ScreenProps } from "./page-queries.ts";

export type { RouteName, RouteQuery, ScreenProps };

/** Query parameters of any page, each validated by its route. */
export type AnyQuery = Readonly<Record<string, unknown>>;

/** A page of the app. */
export interface RouteSpec<Query = AnyQuery> {
  readonly path: string;
  /** Another path of the same page. */
  readonly alias?: string;
  /** Position in the tab bar; only tab pages have one. They are opened by `switchTab` alone and stay mounted. */
  readonly tab?: number;
  /** Requires login. */
  readonly login: boolean;
  /** Title of the browser window. */
  readonly title: MessageKey;
  /** Its switch among the `features` of the server's configuration: if off, the page shows "coming soon". */
  readonly feature?: string;
  readonly screen: () => Promise<{ Screen: ComponentType<ScreenProps<Query>> }>;
}

/** Screens that are still to be built. */
const soon = () => import("./coming-soon.tsx");

/** Loads a screen together with the catalogue part that only it needs. */
const withWords = <Module>(part: LaterPart, screen: Promise<Module>): Promise<Module> =>
  Promise.all([screen, loadCatalog(part)]).then(([module]) => module);

/** Every page of the app. The address of a page is `href(name, query)`. */
export const ROUTES: { readonly [Name in RouteName]: RouteSpec<RouteQuery<Name>> } = {
  home: {
    path: "/",
    alias: "/pages/tabbar/index",
    tab: 0,
    login: true,
    title: "app.tab.home",
    screen: () => import("../screens/home/home/home.tsx"),
  },
  service: {
    path: "/pages/tabbar/service",
    tab: 1,
    login: false,
    title: "app.tab.service",
    screen: () => withWords("service", import("../screens/service/service/service.tsx")),
  },
  lobby: {
    path: "/pages/tabbar/center",
    tab: 2,
    login: true,
    title: "app.tab.lobby",
    screen: () => import("../screens/lobby/lobby/lobby.tsx"),
  },
  mine: {
    path: "/pages/tabbar/mine",
    tab: 3,
    login: true,
    title: "app.tab.mine",
    screen: () => import("../screens/mine/mine/mine.tsx"),
  },

  login: {
    path: "/pages/auth/login",
    login: false,
    title: "app.page.login",
    screen: () => import("../screens/auth/login/login.tsx"),
  },
  register: {
    path: "/pages/auth/register",
    login: false,
    title: "app.page.register",
    screen: () => import("../screens/auth/register/register.tsx"),
  },
  forgot: {
    path: "/pages/auth/forgot",
    login: false,
    title: "app.page.forgot",
    screen: () => withWords("account", import("../screens/auth/forgot/forgot.tsx")),
  },
  confirmEmail: {
    path: "/pages/auth/confirm_email",
    login: false,
    title: "app.page.email",
    screen: () => withWords("account", import("../screens/auth/confirm-email/confirm-email.tsx")),
  },

  game: {
    path: "/pages-sub/game/index",
    login: true,
    title: "app.page.game",
    screen: () => import("../screens/game/game/game.tsx"),
  },
  guide: {
    path: "/pages-sub/game/guide",
    login: true,
    title: "app.page.guide",
    screen: () => withWords("guide", import("../screens/game/guide/guide.tsx")),
  },
  trends: {
    path: "/pages-sub/game/trends",
    login: true,
    title: "app.page.trends",
    screen: () => withWords("trends", import("../screens/game/trends/trends.tsx")),
  },
  messages: {
    path: "/pages-sub/message/index",
    login: true,
    title: "app.page.messages",
    feature: "messages",
    screen: () => withWords("service", import("../screens/messages/center/center.tsx")),
  },
  profile: {
    path: "/pages-sub/profile/index",
    login: true,
    title: "app.page.profile",
    screen: () => withWords("account", import("../screens/profile/profile/profile.tsx")),
  },
  bettingRecords: {
    path: "/pages-sub/record/betting",
    login: true,
    title: "app.page.bettingRecords",
    screen: () => withWords("records", import("../screens/records/betting/betting.tsx")),
  },
  rechargeRecords: {
    path: "/pages-sub/record/recharge",
    login: true,
    title: "app.page.rechargeRecords",
    screen: () =>
      withWords("records", withWords("payment", import("../screens/records/recharge/recharge.tsx"))),
  },
  transactionRecords: {
    path: "/pages-sub/record/transaction",
    login: true,
    title: "app.page.transactionRecords",
    screen: () => withWords("records", import("../screens/records/transaction/transaction.tsx")),
  },
  withdrawalRecords: {
    path: "/pages-sub/record/withdrawal",
    login: true,
    title: "app.page.withdrawalRecords",
    screen: () =>
      withWords("records", withWords("withdraw", import("../screens/records/withdrawal/withdrawal.tsx"))),
  },
  report: {
    path: "/pages-sub/report/index",
    login: true,
    title: "app.page.report",
    feature: "report",
    screen: () => withWords("report", import("../screens/report/report/report.tsx")),
  },
  recharge: {
    path: "/pages-sub/recharge/index",
    login: true,
    title: "app.page.recharge",
    screen: () => withWords("payment", import("../screens/money/recharge/recharge.tsx")),
  },
  withdraw: {
    path: "/pages-sub/withdraw/index",
    login: true,
    title: "app.page.withdraw",
    feature: "withdraw",
    screen: () => withWords("withdraw", import("../screens/money/withdraw/withdraw.tsx")),
  },
  agent: {
    path: "/pages-sub/agent/index",
    login: true,
    title: "app.page.agent",
    feature: "agent",
    screen: () => withWords("agent", import("../screens/agent/agent/agent.tsx")),
  },
  limits: {
    path: "/pages-sub/limits/index",
    login: true,
    title: "app.page.limits",
    feature: "limits",
    screen: soon,
  },
  verify: {
    path: "/pages-sub/fairness/index",
    login: false,
    title: "app.page.verify",
    screen: () => withWords("verify", import("../screens/fairness/verify/verify.tsx")),
  },

  settings: {
    path: "/pages-sub/settings/index",
    login: true,
    title: "app.page.settings",
    screen: () => import("../screens/settings/index/index.tsx"),
  },
  bankCard: {
    path: "/pages-sub/settings/bank_card",
    login: true,
    title: "app.page.bankCard",
    screen: () => withWords("withdraw", import("../screens/settings/bank-card/bank-card.tsx")),
  },
  email: {
    path: "/pages-sub/settings/email",
    login: true,
    title: "app.page.email",
    screen: () => withWords("account", import("../screens/settings/email/email.tsx")),
  },
  loginPassword: {
    path: "/pages-sub/settings/login_pwd",
    login: true,
    title: "app.page.loginPassword",
    screen: () => withWords("account", import("../screens/settings/login-pwd/login-pwd.tsx")),
  },
  phone: {
    path: "/pages-sub/settings/phone",
    login: true,
    title: "app.page.phone",
    screen: () => withWords("account", import("../screens/settings/phone/phone.tsx")),
  },
  wallet: {
    path: "/pages-sub/settings/wallet",
    login: true,
    title: "app.page.wallet",
    screen: () => withWords("withdraw", import("../screens/settings/wallet/wallet.tsx")),
  },
  withdrawalAddresses: {
    path: "/pages-sub/settings/withdraw_addr",
    login: true,
    title: "app.page.withdrawalAddresses",
    screen: () => withWords("withdraw", import("../screens/settings/withdraw-addr/withdraw-addr.tsx")),
  },
  withdrawalPassword: {
    path: "/pages-sub/settings/withdraw_pwd",
    login: true,
    title: "app.page.withdrawalPassword",
    screen: () => withWords("account", import("../screens/settings/withdraw-pwd/withdraw-pwd.tsx")),
  },
  language: {
    path: "/pages-sub/settings/language",
    login: false,
    title: "app.page.language",
    screen: () => import("../screens/settings/language/language.tsx"),
  },
  appearance: {
    path: "/pages-sub/settings/appearance",
    login: false,
    title: "app.page.appearance",
    screen: () => import("../screens/settings/appearance/appearance.tsx"),
  },
  sound: {
    path: "/pages-sub/settings/sound",
    login: true,
    title: "app.page.sound",
    screen: () => withWords("device", import("../screens/settings/sound/sound.tsx")),
  },
  devices: {
    path: "/pages-sub/settings/devices",
    login: true,
    title: "app.page.devices",
    screen: () => withWords("account", import("../screens/settings/devices/devices.tsx")),
  },
  about: {
    path: "/pages-sub/settings/about",
    login: true,
    title: "app.page.about",
    screen: () => withWords("device", import("../screens/settings/about/about.tsx")),
  },

  terms: {
    path: "/pages/legal/terms",
    login: false,
    title: "app.page.terms",
    screen: () => import("../screens/legal/terms/terms.tsx"),
  },
  privacy: {
    path: "/pages/legal/privacy",
    login: false,
    title: "app.page.privacy",
    screen: () => import("../screens/legal/privacy/privacy.tsx"),
  },
};

/** The tab pages, in the order of the tab bar. */
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

/** A parsed address. */
export interface Destination {
  readonly name: RouteName;
  readonly query: AnyQuery;
  /** Path and query, as in the address bar. */
  readonly url: string;
}

const byPath = new Map<string, RouteName>();
// Object.keys widens the names of the table to string.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
for (const name of Object.keys(ROUTES) as RouteName[]) {
  const { path, alias }: RouteSpec = specOf(name);
  byPath.set(path, name);
  if (alias !== undefined) byPath.set(alias, name);
}

/** Parses a same-origin address; undefined if no page matches. Invalid query parameters are dropped. */
export function resolve(url: string, origin: string): Destination | undefined {
  if (!URL.canParse(url, origin)) return undefined;
  const parsed = new URL(url, origin);
  if (parsed.origin !== origin) return undefined;
  const path = parsed.pathname.length > 1 ? parsed.pathname.replace(/\/$/u, "") : parsed.pathname;
  const name = byPath.get(path);
  if (name === undefined) return undefined;
  return { name, query: checkedQuery(name, parsed.searchParams), url: path + parsed.search };
}

function checkedQuery(name: RouteName, given: URLSearchParams): AnyQuery {
  const schema: z.ZodMiniObject = PAGE_QUERIES[name];
  const values: Record<string, string> = {};
  for (const [key, value] of given) {
    const field = schema.shape[key];
    if (field !== undefined && z.safeParse(field, value).success) values[key] = value;
  }
  return z.parse(schema, values);
}

/** The specification of a page without its particular query type. */
export function specOf(name: RouteName): RouteSpec {
  // Each screen takes exactly what its own schema returns, so all pairs can be treated as one type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return ROUTES[name] as unknown as RouteSpec;
}
