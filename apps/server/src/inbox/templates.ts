import type { ServerMessageKey } from "@lotus/locales";

/**
 * The messages the server writes automatically, each with the values its texts in `messages.json` take. An `amount` (also what was `asked` for) is
 * in wire format ("1234.50"), a `game` by its code, `until` in epoch milliseconds as text: the reader's
 * language decides how they are shown. A `reason` is a word of PLAYER_REASONS, one that the texts know (`expired`,
 * `player`), empty, or as an operator wrote it before there was a list.
 */
export const TEMPLATES = {
  rechargePassed: ["amount"],
  rechargePassedOther: ["amount", "asked"],
  rechargeCancelled: ["amount", "reason"],
  withdrawalPassed: ["amount"],
  withdrawalCancelled: ["amount", "reason"],
  passwordChanged: [],
  withdrawalPasswordChanged: [],
  phoneBound: [],
  phoneChanged: [],
  emailBound: [],
  emailChanged: [],
  addressAdded: [],
  addressesUnlocked: [],
  bigWin: ["game", "period", "amount"],
  giftReceived: ["amount", "reason"],
  periodVoided: ["game", "period", "amount", "reason"],
  limitsChanged: [],
  breakStarted: ["until"],
  identityVerified: [],
  identityRefused: ["reason"],
  careMessage: [],
  dataReady: [],
  chaseEnded: ["game", "amount", "reason"],
  chaseAsks: ["game", "period"],
  chaseYear: ["game", "period"],
  passkeyAdded: [],
  passkeyRemoved: [],
  passkeySuspended: [],
} as const satisfies Readonly<Record<string, readonly Slot[]>>;

/** Messages that may tempt to play: they do not reach players on a break or with markers of harm. */
export const TEMPTING: readonly Template[] = ["bigWin", "giftReceived"];

type Slot = "amount" | "asked" | "reason" | "game" | "period" | "until";

/** Name of a message that the server writes. */
export type Template = keyof typeof TEMPLATES;

/** The values of a template's texts. */
export type TemplateValues<T extends Template> = Readonly<Record<(typeof TEMPLATES)[T][number], string>>;

/** Whether a stored name is that of a template. */
export function isTemplate(name: string): name is Template {
  return Object.hasOwn(TEMPLATES, name);
}

/** The key of a template's title or body. */
export function templateKey(template: Template, part: "title" | "body"): ServerMessageKey {
  return `messages.${template}.${part}`;
}
