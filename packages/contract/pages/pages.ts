import { GAME_CODE, PRIZE_NO } from "../patterns.ts";
import { matching, oneOf, type Param, type ParamsOf, text } from "./params.ts";

/** A page of the players' app. */
export interface PageSpec {
  readonly path: string;
  /** Another path of the same page. */
  readonly alias?: string;
  /** Position in the tab bar; only tab pages have one. They are opened by `switchTab` alone and stay mounted. */
  readonly tab?: number;
  /** Requires login. */
  readonly login: boolean;
  /** Message key of the browser window's title. */
  readonly title: string;
  /** Its switch among the `features` of the server's configuration: if off, the page shows "coming soon". */
  readonly feature?: string;
  /** Its query parameters; others are dropped. */
  readonly query: Readonly<Record<string, Param>>;
}

const none = {};

const gameCode = matching(GAME_CODE);

/** Longest slip in a link: with it, an address still fits into the `redirect` of a login. */
export const SHARED_SLIP_MAX = 1500;
/** Read by the page itself, so that a damaged or overlong link is said rather than dropped. */
const sharedSlip = text();

const redirect = text(2048);

/**
 * Every page of the players' app, in one table: the app opens them, the server serves the app at their paths, and the
 * build derives what each page preloads.
 */
export const PAGES = {
  home: {
    path: "/",
    alias: "/pages/tabbar/index",
    tab: 0,
    login: true,
    title: "app.tab.home",
    query: none,
  },
  service: {
    path: "/pages/tabbar/service",
    tab: 1,
    login: false,
    title: "app.tab.service",
    query: none,
  },
  lobby: {
    path: "/pages/tabbar/center",
    tab: 2,
    login: true,
    title: "app.tab.lobby",
    query: none,
  },
  mine: {
    path: "/pages/tabbar/mine",
    tab: 3,
    login: true,
    title: "app.tab.mine",
    query: none,
  },

  login: {
    path: "/pages/auth/login",
    login: false,
    title: "app.page.login",
    query: { redirect },
  },
  register: {
    path: "/pages/auth/register",
    login: false,
    title: "app.page.register",
    query: { invite: text(32), redirect },
  },
  forgot: {
    path: "/pages/auth/forgot",
    login: false,
    title: "app.page.forgot",
    query: none,
  },
  confirmEmail: {
    path: "/pages/auth/confirm_email",
    login: false,
    title: "app.page.email",
    query: { token: matching(/^[A-Za-z0-9_-]{43}$/) },
  },

  game: {
    path: "/pages-sub/game/index",
    login: true,
    title: "app.page.game",
    query: {
      code: gameCode,
      practice: oneOf("1"),
      slip: sharedSlip,
    },
  },
  guide: {
    path: "/pages-sub/game/guide",
    login: true,
    title: "app.page.guide",
    query: {
      code: gameCode,
      option: matching(/^[A-Z0-9_.]{1,24}$/),
    },
  },
  trends: {
    path: "/pages-sub/game/trends",
    login: true,
    title: "app.page.trends",
    query: {
      code: gameCode,
      draws: oneOf("10", "30", "50", "100"),
      view: oneOf("table", "roads", "results"),
    },
  },
  messages: {
    path: "/pages-sub/message/index",
    login: true,
    title: "app.page.messages",
    feature: "messages",
    query: { tab: oneOf("notice", "message") },
  },
  profile: {
    path: "/pages-sub/profile/index",
    login: true,
    title: "app.page.profile",
    query: none,
  },
  bettingRecords: {
    path: "/pages-sub/record/betting",
    login: true,
    title: "app.page.bettingRecords",
    query: {
      code: gameCode,
      order: matching(/^B\d{9,30}$/),
      // What told of a result led here: beside a loss nothing offers the same bet again.
      from: oneOf("result"),
    },
  },
  chaseRecords: {
    path: "/pages-sub/record/chase",
    login: true,
    title: "app.page.chaseRecords",
    query: {
      code: gameCode,
      no: matching(/^C\d{9,30}$/),
    },
  },
  rechargeRecords: {
    path: "/pages-sub/record/recharge",
    login: true,
    title: "app.page.rechargeRecords",
    query: none,
  },
  transactionRecords: {
    path: "/pages-sub/record/transaction",
    login: true,
    title: "app.page.transactionRecords",
    query: none,
  },
  withdrawalRecords: {
    path: "/pages-sub/record/withdrawal",
    login: true,
    title: "app.page.withdrawalRecords",
    query: none,
  },
  report: {
    path: "/pages-sub/report/index",
    login: true,
    title: "app.page.report",
    feature: "report",
    query: none,
  },
  recharge: {
    path: "/pages-sub/recharge/index",
    login: true,
    title: "app.page.recharge",
    query: none,
  },
  withdraw: {
    path: "/pages-sub/withdraw/index",
    login: true,
    title: "app.page.withdraw",
    feature: "withdraw",
    query: none,
  },
  agent: {
    path: "/pages-sub/agent/index",
    login: true,
    title: "app.page.agent",
    feature: "agent",
    query: none,
  },
  limits: {
    path: "/pages-sub/limits/index",
    login: true,
    title: "app.page.limits",
    feature: "limits",
    query: { section: oneOf("break", "deposit", "loss", "stake") },
  },
  identity: {
    path: "/pages-sub/identity/index",
    login: true,
    title: "app.page.identity",
    query: none,
  },
  verify: {
    path: "/pages-sub/fairness/index",
    login: false,
    title: "app.page.verify",
    query: { code: gameCode, prize: matching(PRIZE_NO) },
  },

  settings: {
    path: "/pages-sub/settings/index",
    login: true,
    title: "app.page.settings",
    query: none,
  },
  bankCard: {
    path: "/pages-sub/settings/bank_card",
    login: true,
    title: "app.page.bankCard",
    query: none,
  },
  email: {
    path: "/pages-sub/settings/email",
    login: true,
    title: "app.page.email",
    query: none,
  },
  loginPassword: {
    path: "/pages-sub/settings/login_pwd",
    login: true,
    title: "app.page.loginPassword",
    query: none,
  },
  passkeys: {
    path: "/pages-sub/settings/passkeys",
    login: true,
    title: "app.page.passkeys",
    feature: "passkeys",
    query: none,
  },
  phone: {
    path: "/pages-sub/settings/phone",
    login: true,
    title: "app.page.phone",
    query: none,
  },
  wallet: {
    path: "/pages-sub/settings/wallet",
    login: true,
    title: "app.page.wallet",
    query: none,
  },
  withdrawalAddresses: {
    path: "/pages-sub/settings/withdraw_addr",
    login: true,
    title: "app.page.withdrawalAddresses",
    query: none,
  },
  withdrawalPassword: {
    path: "/pages-sub/settings/withdraw_pwd",
    login: true,
    title: "app.page.withdrawalPassword",
    query: none,
  },
  language: {
    path: "/pages-sub/settings/language",
    login: false,
    title: "app.page.language",
    query: none,
  },
  appearance: {
    path: "/pages-sub/settings/appearance",
    login: false,
    title: "app.page.appearance",
    query: none,
  },
  sound: {
    path: "/pages-sub/settings/sound",
    login: true,
    title: "app.page.sound",
    query: none,
  },
  news: {
    path: "/pages-sub/settings/news",
    login: true,
    title: "app.page.news",
    query: none,
  },
  devices: {
    path: "/pages-sub/settings/devices",
    login: true,
    title: "app.page.devices",
    query: none,
  },
  about: {
    path: "/pages-sub/settings/about",
    login: true,
    title: "app.page.about",
    query: none,
  },

  myData: {
    path: "/pages-sub/settings/my_data",
    login: true,
    title: "app.page.myData",
    query: none,
  },
  closeAccount: {
    path: "/pages-sub/settings/close_account",
    login: true,
    title: "app.page.closeAccount",
    query: none,
  },
  terms: {
    path: "/pages/legal/terms",
    login: false,
    title: "app.page.terms",
    query: none,
  },
  privacy: {
    path: "/pages/legal/privacy",
    login: false,
    title: "app.page.privacy",
    query: none,
  },
} as const satisfies Readonly<Record<string, PageSpec>>;

export type PageName = keyof typeof PAGES;

/** The query parameters of a page. */
export type PageQuery<Name extends PageName> = ParamsOf<(typeof PAGES)[Name]["query"]>;

/** Every path that opens a page, with the page's name. */
export const PAGE_PATHS: ReadonlyMap<string, PageName> = new Map(
  // Object.keys widens the names of the table to string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (Object.keys(PAGES) as PageName[]).flatMap((name) => {
    const { path, alias }: PageSpec = PAGES[name];
    return [path, ...(alias === undefined ? [] : [alias])].map((each): [string, PageName] => [each, name]);
  }),
);
