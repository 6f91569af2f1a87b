import type accountVi from "./vi-VN/account.json";
import type agentVi from "./vi-VN/agent.json";
import type appVi from "./vi-VN/app.json";
import type archiveVi from "./vi-VN/archive.json";
import type authVi from "./vi-VN/auth.json";
import type chaseVi from "./vi-VN/chase.json";
import type codesVi from "./vi-VN/codes.json";
import type daysVi from "./vi-VN/days.json";
import type deskCodesVi from "./vi-VN/desk-codes.json";
import type deviceVi from "./vi-VN/device.json";
import type diceVi from "./vi-VN/dice.json";
import type findVi from "./vi-VN/find.json";
import type fiveDigitsVi from "./vi-VN/five-digits.json";
import type gameVi from "./vi-VN/game.json";
import type identityVi from "./vi-VN/identity.json";
import type languageOfferVi from "./vi-VN/language-offer.json";
import type mailsVi from "./vi-VN/mails.json";
import type markSixVi from "./vi-VN/mark-six.json";
import type messagesVi from "./vi-VN/messages.json";
import type moneyVi from "./vi-VN/money.json";
import type paymentVi from "./vi-VN/payment.json";
import type practiceVi from "./vi-VN/practice.json";
import type passkeysVi from "./vi-VN/passkeys.json";
import type playVi from "./vi-VN/play.json";
import type newsVi from "./vi-VN/news.json";
import type oneTapVi from "./vi-VN/one-tap.json";
import type omissionVi from "./vi-VN/omission.json";
import type outcomesVi from "./vi-VN/outcomes.json";
import type privacyVi from "./vi-VN/privacy.json";
import type protectionVi from "./vi-VN/protection.json";
import type racingVi from "./vi-VN/racing.json";
import type pushVi from "./vi-VN/push.json";
import type recordsVi from "./vi-VN/records.json";
import type reportVi from "./vi-VN/report.json";
import type rulesVi from "./vi-VN/rules.json";
import type runtimeVi from "./vi-VN/runtime.json";
import type serviceVi from "./vi-VN/service.json";
import type shieldVi from "./vi-VN/shield.json";
import type slipsVi from "./vi-VN/slips.json";
import type trendsVi from "./vi-VN/trends.json";
import type typedVi from "./vi-VN/typed.json";
import type verifyVi from "./vi-VN/verify.json";
import type wideVi from "./vi-VN/wide.json";
import type withdrawVi from "./vi-VN/withdraw.json";

/**
 * The words of the server: one folder a locale, one JSON file an area, flat keys, ICU messages. vi-VN is the
 * locale every key is typed by; every other locale has the same keys.
 *
 * - `runtime`, `language-offer`: in every locale at once, for when none or another is active (app)
 * - `browser`: the page for browsers that cannot run the app, in every locale at once (build)
 * - `codes`: texts of API codes and of validation (server and app) · `desk-codes`: of codes that only the desk returns (server)
 * - `game`: names of games, and of items and tiers that families share (server)
 * - `five-digits`, `dice`, `racing`, `mark-six`: a family's modes, options, groups, items and tiers, with the
 *   hint and the rule of each option (server: the rule tree)
 * - `app`: shell, tabs, navigation, states, toasts, home, lobby, account, settings
 * - `auth`: login, register, passwords · `money`: recharge, records of money · `play`: game screen, slip,
 *   results, records of bets · `verify`: checking a draw (the Verify screen) · `shield`: what this device found out about
 *   a bet · `rules`: the game
 *   guide and legal texts · `payment`: paying for a recharge · `trends`: the trends of a game · `messages`: what the
 *   server writes to players by itself (server) ·
 *   `withdraw`: withdrawals and their addresses · `mails`: what it writes to their mailboxes (server) ·
 *   `push`: what is pushed to their devices (server) ·
 *   `archive`: the page of a player's archive (server) ·
 *   `account`: passwords, contacts, devices, profile · `report`: the report centre · `agent`: the agent centre ·
 *   `records`: searches in records, records as files · `days`: the choice of days ·
 *   `protection`: play limits, breaks and reality checks · `identity`: the identity check · `privacy`: what is kept of a
 *   player · `chase`: chases · `outcomes`: what became of requests without an answer · `slips`: earlier, saved and shared slips, and how one
 *   is filled in · `typed`: numbers typed as a list · `device`: sound, vibration, and what the app is made of ·
 *   `find`: the search for a bet, with the synonyms of bets by their codes ·
 *   `wide`: the frame of a wide window, its panes and its keys ·
 *   `news`: results that are told on every page, and the offer to install · `practice`: practice with points · `omission`: how long a number has not been
 *   drawn, and what that means · `passkeys`: logging in without a password · `one-tap`: bets by one tap, and the way back
 */
export type MessageKey = keyof (typeof appVi &
  typeof authVi &
  typeof moneyVi &
  typeof playVi &
  typeof codesVi);

/** Keys that the server answers with. */
export type ServerMessageKey = keyof (typeof codesVi &
  typeof deskCodesVi &
  typeof messagesVi &
  typeof pushVi &
  typeof mailsVi &
  typeof archiveVi &
  typeof gameVi &
  typeof fiveDigitsVi &
  typeof diceVi &
  typeof racingVi &
  typeof markSixVi);

/** Keys of the guide's catalogue, loaded on its page only. */
export type GuideMessageKey = keyof typeof rulesVi;

/** Keys of the trends screen, loaded with it. */
export type TrendsMessageKey = keyof typeof trendsVi;

/** Keys of paying for a recharge, loaded with the pages that show it. */
export type PaymentMessageKey = keyof typeof paymentVi;

/** Keys of withdrawals and their addresses, loaded with the pages that show them. */
export type WithdrawMessageKey = keyof typeof withdrawVi;

/** Keys of the account's pages, loaded with them. */
export type AccountMessageKey = keyof typeof accountVi;

/** Keys of the message centre and customer service, loaded with them. */
export type ServiceMessageKey = keyof typeof serviceVi;

/** Keys of the report centre, loaded with it. */
export type ReportMessageKey = keyof typeof reportVi;

/** Keys of the agent centre, loaded with it. */
export type AgentMessageKey = keyof typeof agentVi;

/** Keys of the four records' searches and files, loaded with them. */
export type RecordsMessageKey = keyof typeof recordsVi;

/** Keys of the choice of days, loaded with the pages that have it. */
export type DaysMessageKey = keyof typeof daysVi;

/** Keys of the pages about this device and this app, loaded with them. */
export type DeviceMessageKey = keyof typeof deviceVi;

/** Keys of the Verify screen, loaded with it. */
export type VerifyMessageKey = keyof typeof verifyVi;

/** Keys of what is kept of a player, loaded with its page. */
export type PrivacyMessageKey = keyof typeof privacyVi;

/** Keys of what became of requests that had no answer, loaded when there are any. */
export type OutcomesMessageKey = keyof typeof outcomesVi;

/** Keys of what is told on every page, loaded soon after the start. */
export type NewsMessageKey = keyof typeof newsVi;

/** Keys of play limits, breaks and reality checks, loaded with what shows them. */
export type ProtectionMessageKey = keyof typeof protectionVi;

/** Keys of the sheet for typed lists, loaded with it. */
export type TypedMessageKey = keyof typeof typedVi;

/** Keys of the identity check, loaded with it. */
export type IdentityMessageKey = keyof typeof identityVi;

/** Keys of passkeys, loaded with the account's pages. */
export type PasskeysMessageKey = keyof typeof passkeysVi;

/** Keys of the check of a bet, loaded with the pages that show it. */
export type ShieldMessageKey = keyof typeof shieldVi;

/** Keys of practice, and the words it has in place of those of money; loaded with it. */
export type PracticeMessageKey = keyof typeof practiceVi;

/** Keys of omissions, loaded with the trends and after boards. */
export type OmissionMessageKey = keyof typeof omissionVi;

/** Keys of the search for a bet, loaded when it is first opened. */
export type FindMessageKey = keyof typeof findVi;
/** Keys of how a player fills in slips, loaded with the pages that have one. */
export type SlipsMessageKey = keyof typeof slipsVi;
/** Keys of bets by one tap, loaded once a player chooses them. */
export type OneTapMessageKey = keyof typeof oneTapVi;

/** Keys of what only wide windows show, and of the keyboard, loaded with them. */
export type WideMessageKey = keyof typeof wideVi;

/** Keys of chases, loaded with what shows them. */
export type ChaseMessageKey = keyof typeof chaseVi;

/** Keys of the texts needed when no catalogue is active. */
export type RuntimeMessageKey = keyof typeof runtimeVi;

/** Keys of the offer of another language, written in that language. */
export type LanguageOfferMessageKey = keyof typeof languageOfferVi;

/** Every key that the app may show. */
export type AnyMessageKey =
  | ChaseMessageKey
  | TypedMessageKey
  | OmissionMessageKey
  | OneTapMessageKey
  | PracticeMessageKey
  | FindMessageKey
  | ProtectionMessageKey
  | WideMessageKey
  | IdentityMessageKey
  | PasskeysMessageKey
  | PrivacyMessageKey
  | OutcomesMessageKey
  | NewsMessageKey
  | VerifyMessageKey
  | ShieldMessageKey
  | SlipsMessageKey
  | RecordsMessageKey
  | DaysMessageKey
  | DeviceMessageKey
  | ReportMessageKey
  | AgentMessageKey
  | AccountMessageKey
  | WithdrawMessageKey
  | PaymentMessageKey
  | MessageKey
  | GuideMessageKey
  | TrendsMessageKey
  | ServiceMessageKey;

/** Areas that the app loads before its first screen. */
export const APP_AREAS = ["app", "auth", "money", "play", "codes"] as const;

/** Areas that the app loads with the pages that need them, by the part they make up. */
export const LATER_AREAS = {
  account: ["account", "passkeys"],
  guide: ["rules"],
  trends: ["trends"],
  service: ["service"],
  withdraw: ["withdraw"],
  payment: ["payment"],
  report: ["report", "days"],
  agent: ["agent"],
  records: ["records", "days"],
  device: ["device"],
  chase: ["chase"],
  verify: ["verify"],
  protection: ["protection"],
  identity: ["identity"],
  privacy: ["privacy"],
  outcomes: ["outcomes"],
  find: ["find"],
  slips: ["slips"],
  typed: ["typed"],
  wide: ["wide"],
  news: ["news"],
  omission: ["omission"],
  oneTap: ["one-tap"],
  practice: ["practice"],
  // The check of a bet also says what is wrong with its draw.
  shield: ["shield", "verify"],
} as const;

/** Areas that the app needs in every locale at once: they are shown while no catalogue, or that of another locale, is active. */
export const EVERY_LOCALE_AREAS = ["runtime", "language-offer", "browser"] as const;

/** A part of the app's words that is loaded with the pages that need it. */
export type LaterPart = keyof typeof LATER_AREAS;

export { LEGAL_VERSIONS, type LegalDocument } from "./legal.ts";

/** Areas that the server needs. */
export const SERVER_AREAS = [
  "codes",
  "desk-codes",
  "messages",
  "push",
  "mails",
  "archive",
  "game",
  "five-digits",
  "dice",
  "racing",
  "mark-six",
] as const;

/** Every area of the product. */
export const ALL_AREAS: readonly string[] = [
  ...new Set([...APP_AREAS, ...SERVER_AREAS, ...EVERY_LOCALE_AREAS, ...Object.values(LATER_AREAS).flat()]),
];

export { FALLBACK_RUNTIME_LOCALE, LOCALE_NAMES, LOCALES, type Locale, matchLocale } from "./locale.ts";
