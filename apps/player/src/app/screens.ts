import type { LaterPart } from "@lotus/locales";
import { loadCatalog } from "../i18n/i18n.ts";
import { lazy } from "react";
import type { ScreenLoaders } from "../shell/screen-loaders.ts";

/** Loads a screen together with the catalogue part that only it needs. */
const withWords = <Module>(part: LaterPart, screen: Promise<Module>): Promise<Module> =>
  Promise.all([screen, loadCatalog(part)]).then(([module]) => module);

/** The screen of each page. It is handed to the navigation at the start, since screens import the navigation. */
export const SCREENS: ScreenLoaders = {
  home: () => import("../screens/home/home.tsx"),
  service: () => withWords("service", import("../screens/service/service.tsx")),
  lobby: () => import("../screens/lobby/lobby.tsx"),
  mine: () => import("../screens/mine/mine.tsx"),

  login: () => import("../screens/auth/login.tsx"),
  register: () => import("../screens/auth/register/register.tsx"),
  forgot: () => withWords("account", import("../screens/auth/forgot/forgot.tsx")),
  confirmEmail: () => withWords("account", import("../screens/auth/confirm-email.tsx")),

  game: () => withWords("slips", import("../screens/game/game.tsx")),
  guide: () => withWords("guide", import("../screens/guide/guide.tsx")),
  trends: () => withWords("omission", withWords("trends", import("../screens/trends/trends.tsx"))),
  messages: () => withWords("service", import("../screens/messages/messages.tsx")),
  profile: () => withWords("account", import("../screens/profile/profile.tsx")),
  bettingRecords: () =>
    withWords(
      "records",
      withWords("protection", withWords("shield", import("../screens/records/betting/betting.tsx"))),
    ),
  chaseRecords: () =>
    withWords("chase", withWords("records", import("../screens/records/chase/chase-records.tsx"))),
  rechargeRecords: () =>
    withWords("records", withWords("payment", import("../screens/records/recharge.tsx"))),
  transactionRecords: () => withWords("records", import("../screens/records/transaction/transaction.tsx")),
  withdrawalRecords: () =>
    withWords("records", withWords("withdraw", import("../screens/records/withdrawal.tsx"))),
  report: () => withWords("report", withWords("protection", import("../screens/report/report.tsx"))),
  recharge: () => withWords("payment", withWords("protection", import("../screens/recharge/recharge.tsx"))),
  withdraw: () => withWords("withdraw", import("../screens/withdraw/withdraw.tsx")),
  agent: () => withWords("agent", import("../screens/agent/agent.tsx")),
  limits: () => withWords("protection", import("../screens/limits/limits.tsx")),
  identity: () => withWords("identity", import("../screens/identity/identity.tsx")),
  verify: () => withWords("verify", import("../screens/verify/verify.tsx")),

  settings: () => import("../screens/settings/settings.tsx"),
  bankCard: () => withWords("withdraw", import("../screens/settings/bank-card/bank-card.tsx")),
  email: () => withWords("account", import("../screens/settings/email.tsx")),
  loginPassword: () => withWords("account", import("../screens/settings/login-pwd.tsx")),
  passkeys: () => withWords("account", import("../screens/settings/passkeys/passkeys.tsx")),
  phone: () => withWords("account", import("../screens/settings/phone.tsx")),
  wallet: () => withWords("withdraw", import("../screens/settings/wallet.tsx")),
  withdrawalAddresses: () => withWords("withdraw", import("../screens/settings/withdraw-addr.tsx")),
  withdrawalPassword: () => withWords("account", import("../screens/settings/withdraw-pwd.tsx")),
  language: () => import("../screens/settings/language.tsx"),
  appearance: () => import("../screens/settings/appearance.tsx"),
  sound: () => withWords("device", import("../screens/settings/sound.tsx")),
  news: () => withWords("news", import("../screens/settings/news/news.tsx")),
  devices: () => withWords("account", import("../screens/settings/devices/devices.tsx")),
  myData: () => withWords("privacy", import("../screens/my-data/my-data.tsx")),
  closeAccount: () => withWords("account", import("../screens/settings/close-account.tsx")),
  about: () => withWords("device", import("../screens/settings/about/about.tsx")),

  terms: () => import("../screens/legal/terms.tsx"),
  privacy: () => import("../screens/legal/privacy.tsx"),
};

/** What stands at the left of the page in a wide window, loaded only there. */
export const WideFrame = lazy(() =>
  withWords("wide", import("./wide-frame.tsx")).then((module) => ({ default: module.WideFrame })),
);
