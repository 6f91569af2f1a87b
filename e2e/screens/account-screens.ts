import type { MoneyRecord } from "@lotus/contract";
import { FORGOTTEN } from "./passkey-screens.ts";
import { answers, answersWith, type ApiGet, fill, inTurn, press, refuses, rules, tap } from "./steps.ts";
import { BESIDE, OPEN_DIALOG, type OtherState, type ScreenEntry } from "./screen-state.ts";

const QUESTION = `${OPEN_DIALOG}[role=alertdialog]`;
const FORM = "main form button[type=submit]";
const DETAIL = `${OPEN_DIALOG}, ${BESIDE}`;
const FIRST_ROW = "main section > div > button";
const FILTER = "main button[aria-haspopup=dialog]";

/** The player's newest recharge that `fits`. */
async function newestRecharge(client: ApiGet, fits: (order: MoneyRecord) => boolean): Promise<MoneyRecord> {
  // The server's reply, which its tests check against the contract.
  const reply = (await client("/api/user/orderList?type=recharge&range=7d")) as {
    list: readonly MoneyRecord[];
  };
  const order = reply.list.find(fits);
  if (order === undefined) throw new Error("there is no such recharge");
  return order;
}

const pendingRecharge = (client: ApiGet) =>
  newestRecharge(client, ({ status }) => status === "pendingReview");

/** A withdrawal as the server would return it, made from a recharge: a real one would change the next picture. */
async function pendingWithdrawal(client: ApiGet): Promise<MoneyRecord> {
  const order = await newestRecharge(client, () => true);
  return {
    ...order,
    type: "withdrawal",
    status: "pendingReview",
    channelName: "A Bank",
    address: "•••• 3210",
  };
}

/** Screens of recharge, withdrawal and their records. */
export const MONEY_SCREENS: Readonly<Record<string, ScreenEntry>> = {
  recharge: {
    path: "/pages-sub/recharge/index",
    landmark: "main form input[inputmode=decimal]",
    empty: { prepare: answers("/api/user/rechargeChannels", () => []), landmark: "[data-pond=moon]" },
    broken: {},
    parts: {
      amount: {
        act: inTurn(tap("main form label", 0), tap("main form fieldset button[aria-pressed]", 1)),
        landmark: "main form fieldset button[aria-pressed=true]",
      },
      offer: { viewer: "newcomer", landmark: "#deposit-offer" },
      "on-break": { prepare: answers("/api/user/limits", onBreak), landmark: "#protection-help" },
      excluded: { prepare: answers("/api/user/limits", excluded), landmark: "#protection-help" },
      "may-return": { prepare: answers("/api/user/limits", mayReturn), landmark: "#protection-help" },
      // What a register of the licence says, with the numbers of the refusals.
      "register-excluded": stoppedBy(3014, "#protection-help", { by: "register" }),
      "register-silent": stoppedBy(3032, "main [data-pond=moon]"),
      "register-person": stoppedBy(3033, "main [data-pond=moon]"),
      payment: {
        prepare: answersWith("/api/user/makeOrder", pendingRecharge),
        act: inTurn(fill("main form input[inputmode=decimal]", "250"), tap(FORM)),
        landmark: "main figure svg",
      },
      "payment-cancel": {
        prepare: answersWith("/api/user/makeOrder", pendingRecharge),
        act: inTurn(fill("main form input[inputmode=decimal]", "250"), tap(FORM), press("payment.cancel")),
        landmark: QUESTION,
        inVietnamese: true,
      },
    },
  },
  withdraw: {
    path: "/pages-sub/withdraw/index",
    landmark: "#withdraw-to",
    empty: { viewer: "newcomer" },
    broken: {},
    parts: {
      identity: {
        prepare: answers("/api/user/withdrawQuote", identityNeeded),
        landmark: "main [data-pond=bud]",
      },
      confirm: {
        viewer: "payer",
        act: inTurn(fill("main form input[inputmode=decimal]", "100"), tap(FORM)),
        landmark: OPEN_DIALOG,
      },
      asked: {
        viewer: "payer",
        prepare: answersWith("/api/user/makeOrder", pendingWithdrawal),
        act: inTurn(
          fill("main form input[inputmode=decimal]", "100"),
          tap(FORM),
          fill("dialog[open] input", "402815"),
          tap("dialog[open] footer button"),
        ),
        landmark: "main section[aria-live] h2",
      },
    },
  },
  "records-betting": {
    path: "/pages-sub/record/betting",
    landmark: FIRST_ROW,
    empty: { viewer: "newcomer" },
    broken: {},
    parts: {
      detail: { act: tap(FIRST_ROW, -1), landmark: DETAIL },
      check: {
        act: inTurn(tap(FIRST_ROW, -1), tap("dialog[open] summary")),
        // As the sheet moves beside its list, its steps fold.
        landmark: `dialog[open] summary, ${BESIDE} summary`,
      },
      wrong: {
        prepare: answers("/api/lottery/receipt/", forgedReceipt),
        act: inTurn(tap("main button:has([data-state=failed])"), tap("dialog[open] summary")),
        landmark: `dialog[open] summary, ${BESIDE} summary`,
      },
      games: { act: tap(FILTER, 1) },
      statuses: { act: tap(FILTER, 2) },
      "own-days": { act: tap(FILTER), landmark: `${OPEN_DIALOG} input[type=date]` },
      cancel: {
        act: inTurn(press("play.status.notDrawn", FIRST_ROW), press("play.detail.cancel")),
        landmark: `${QUESTION}, ${BESIDE}`,
        inVietnamese: true,
      },
      several: { act: tap(FILTER, -1), landmark: `${OPEN_DIALOG} li` },
      "several-ask": {
        act: inTurn(tap(FILTER, -1), tap(`${OPEN_DIALOG} li input`), tap(`${OPEN_DIALOG} footer button`)),
        landmark: QUESTION,
      },
    },
  },
  "records-recharge": {
    path: "/pages-sub/record/recharge",
    landmark: FIRST_ROW,
    empty: { viewer: "newcomer" },
    broken: {},
    parts: {
      detail: { act: tap(FIRST_ROW), landmark: `dialog[open] figure svg, ${BESIDE} figure svg` },
      statuses: { act: tap(FILTER) },
    },
  },
  "records-transaction": {
    path: "/pages-sub/record/transaction",
    landmark: FIRST_ROW,
    empty: { viewer: "newcomer" },
    broken: {},
    parts: { detail: { act: tap(FIRST_ROW), landmark: DETAIL }, types: { act: tap(FILTER) } },
  },
  "records-withdrawal": {
    path: "/pages-sub/record/withdrawal",
    landmark: FIRST_ROW,
    empty: { viewer: "newcomer" },
    broken: {},
    parts: { detail: { act: tap(FIRST_ROW), landmark: DETAIL } },
  },
  report: {
    path: "/pages-sub/report/index",
    landmark: "main table",
    empty: { viewer: "newcomer" },
    broken: {},
    parts: { days: { act: tap(FILTER) }, how: { act: tap("main button:has(svg.lucide-info)") } },
  },
  agent: {
    path: "/pages-sub/agent/index",
    landmark: "main figure svg",
    empty: { viewer: "newcomer" },
    broken: {},
    parts: {
      days: { act: tap("main [role=tab]", 1), landmark: "[role=tabpanel] button" },
      day: { act: inTurn(tap("main [role=tab]", 1), tap("[role=tabpanel] button")) },
      how: { act: tap("main [role=tab]", 2), landmark: "[role=tabpanel] table" },
    },
  },
};

/** Screens of profile, settings and play limits. */
export const SETTINGS_SCREENS: Readonly<Record<string, ScreenEntry>> = {
  profile: {
    path: "/pages-sub/profile/index",
    landmark: "main a[href='/pages-sub/settings/phone']",
    broken: {},
  },
  limits: {
    path: "/pages-sub/limits/index",
    landmark: "#limits-break",
    broken: {},
    parts: {
      edit: { act: tap("section[aria-labelledby=limits-stake] button", 0) },
      "time-out": { act: tap("section[aria-labelledby=limits-break] button[type=button]", 1) },
      exclude: { act: tap("section[aria-labelledby=limits-break] button[type=button]", -1) },
      "on-break": {
        prepare: answers("/api/user/limits", onBreak),
        landmark: "#limits-net",
      },
      // Under rules that ask for it.
      review: {
        prepare: inTurn(
          answers("/api/app/config", rules({ limitReviewDays: 182 })),
          answers("/api/user/limits", (data) => ({ ...(data as object), reviewDue: true })),
        ),
        landmark: OPEN_DIALOG,
      },
      result: { prepare: answers("/api/app/config", rules({ netResultDays: 0 })), landmark: OPEN_DIALOG },
      "no-result": {
        viewer: "newcomer",
        prepare: answers("/api/app/config", rules({ netResultDays: 0 })),
        landmark: OPEN_DIALOG,
      },
      section: { path: "/pages-sub/limits/index?section=deposit", landmark: "#limits-deposit:focus" },
      "one-tap": {
        prepare: answers("/api/app/config", rules({ breakOnEveryPage: true })),
        landmark: "header button:has(svg.lucide-pause)",
      },
    },
  },
  identity: {
    path: "/pages-sub/identity/index",
    landmark: "[data-identity=none] form",
    broken: {},
    parts: {
      asked: {
        prepare: answers("/api/user/identity", identityIn("asked")),
        landmark: "[data-identity=asked]",
      },
      added: {
        prepare: answers("/api/user/identity", identityIn("none", true)),
        landmark: "[data-identity=none] section svg",
      },
      errors: { act: tap(FORM), landmark: "[aria-invalid=true]" },
      "in-review": {
        prepare: answers("/api/user/identity", identityIn("inReview", true)),
        landmark: "[data-identity=inReview]",
      },
      verified: {
        prepare: answers("/api/user/identity", identityIn("verified", true)),
        landmark: "[data-identity=verified]",
      },
      refused: {
        prepare: answers("/api/user/identity", identityIn("refused")),
        landmark: "[data-identity=refused]",
      },
    },
  },
  settings: { path: "/pages-sub/settings/index", landmark: "main section h2", broken: false },
  language: { path: "/pages-sub/settings/language", landmark: "main input[type=radio]", broken: false },
  appearance: { path: "/pages-sub/settings/appearance", landmark: "main input[type=radio]", broken: false },
  sound: { path: "/pages-sub/settings/sound", landmark: "main h1", broken: false },
  news: { path: "/pages-sub/settings/news", landmark: "main h1", broken: false },
  about: {
    path: "/pages-sub/settings/about",
    landmark: "main h1",
    broken: false,
    parts: { licence: { act: tap("main section button", -1), landmark: `${OPEN_DIALOG} p` } },
  },
  "my-data": {
    path: "/pages-sub/settings/my_data",
    landmark: FORM,
    broken: {},
    parts: {
      making: { prepare: answers("/api/user/exportData", archiveIs("making")), landmark: "output" },
      ready: { prepare: answers("/api/user/exportData", archiveIs("ready")), landmark: "output" },
      failed: { prepare: answers("/api/user/exportData", archiveIs("failed")), landmark: "output" },
    },
  },
  "close-account": { path: "/pages-sub/settings/close_account", landmark: FORM, broken: false },
  devices: {
    path: "/pages-sub/settings/devices",
    landmark: "main > div > button",
    broken: {},
    parts: { end: { act: tap("main > div > button", -1) } },
  },
  "login-password": {
    path: "/pages-sub/settings/login_pwd",
    landmark: FORM,
    broken: false,
    parts: { errors: { act: tap(FORM), landmark: "[aria-invalid=true]" } },
  },
  "withdrawal-password": {
    path: "/pages-sub/settings/withdraw_pwd",
    landmark: FORM,
    broken: false,
    parts: FORGOTTEN,
  },
  phone: { path: "/pages-sub/settings/phone", landmark: FORM, broken: {} },
  email: { path: "/pages-sub/settings/email", landmark: FORM, broken: {} },
  "bank-card": {
    path: "/pages-sub/settings/bank_card",
    landmark: FORM,
    broken: {},
    parts: {
      banks: { act: tap("main form button[aria-haspopup=dialog]"), landmark: `${OPEN_DIALOG} input` },
    },
  },
  wallet: { path: "/pages-sub/settings/wallet", landmark: FORM, broken: {} },
  "withdrawal-addresses": {
    path: "/pages-sub/settings/withdraw_addr",
    landmark: "main h2",
    empty: { viewer: "newcomer" },
    broken: {},
  },
};

/** An identity check in another state, told and shown or not. */
function identityIn(state: string, isShown = false): (identity: unknown) => unknown {
  const told = {
    realName: "N••• V••• A•••",
    birthDate: "1990-••-••",
    documents: [{ id: "1", kind: "passport", state: "uploaded", uploadedAt: Date.UTC(2026, 10, 21) }],
  };
  const reason = "The photo of the passport has glare: the date of birth cannot be read";
  return (identity) => ({
    ...(identity as object),
    ...(isShown ? told : {}),
    state,
    ...(state === "refused" ? { reason } : {}),
  });
}

/** A withdrawal that needs to know who the player is. */
function identityNeeded(quote: unknown): unknown {
  return { ...(quote as object), identity: { state: "asked", needed: true } };
}

/** An archive in another state. */
function archiveIs(state: string): (archive: unknown) => unknown {
  const ready = {
    readyAt: Date.UTC(2026, 10, 21, 3),
    expiresAt: Date.UTC(2026, 10, 28, 3),
    bytes: 3_482_112,
  };
  return (archive) => ({ ...(archive as object), state, ...(state === "ready" ? ready : {}) });
}

/** A time-out that a player has just begun. */
function onBreak(limits: unknown): unknown {
  return { ...(limits as object), timeOutUntil: Date.UTC(2026, 10, 28, 3, 10) };
}

/** An exclusion of a year. */
function excluded(limits: unknown): unknown {
  return { ...(limits as object), excludedUntil: Date.UTC(2027, 10, 21, 3, 10) };
}

/** An exclusion that has ended. */
function mayReturn(limits: unknown): unknown {
  return { ...(limits as object), mayReturn: true };
}

/** The page in place of the recharge that a register has refused. */
function stoppedBy(code: number, landmark: string, data?: object): OtherState {
  return {
    prepare: refuses("/api/user/makeOrder", code, data),
    act: inTurn(fill("main form input[inputmode=decimal]", "250"), tap(FORM)),
    landmark,
  };
}

/** What a cheating server would answer: a bet of another amount than the one that was accepted. */
function forgedReceipt(receipt: unknown): unknown {
  const { leaf } = receipt as { leaf: object };
  return { ...(receipt as object), leaf: { ...leaf, betAmount: "0.02" } };
}
