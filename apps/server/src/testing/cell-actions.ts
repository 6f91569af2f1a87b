import type { Action } from "@lotus/contract/desk";

/** What each action is done to, and sent with, by the test of the table of actions. */

export const REASON = { reason: "a test of the table" };

/** Bodies that are always the same. Actions that are not listed are sent with a reason alone. */
export const BODIES: Readonly<Partial<Record<Action, object>>> = {
  "recharge.pass": {},
  "recharge.passWith": { amount: "7.00", ...REASON },
  "withdrawal.pass": {},
  "protection.timeOut": { days: 1, ...REASON },
  "protection.exclude": { months: 6, ...REASON },
  "identity.verify": {},
  "identity.correct": { real_name: "Nguyen Van Anh", ...REASON },
  "care.assign": { operator_id: null },
  "care.note": { text: "wants to think about it" },
  "care.close": { outcome: "none", ...REASON },
  "conversation.answer": { text: "Good day" },
  "conversation.close": {},
  "conversation.reopen": {},
  "notice.schedule": { until: null },
  "gift.give": { amount: "0.50", ...REASON },
  "gift.confirm": {},
  "operator.role": { role: "support", ...REASON },
  "operator.confirm": {},
};

/** Actions whose subject differs from the first part of their name. */
const OTHER_THINGS: Readonly<Partial<Record<Action, string>>> = {
  "player.unlockAddresses": "addresses",
  "period.seen": "ruleVoid",
  "operator.confirm": "request",
  "operator.cancel": "request",
};

/** The kind of what an action is done to. */
export function thingOf(action: Action): string {
  return OTHER_THINGS[action] ?? action.split(".")[0] ?? "";
}

const FAMILIES = "Nguyen Pham Quach Thach Lieu Hoang Trinh Dieu Mac Ung".split(" ");
const GIVEN = "Khanh Minh Tuyet Loc Phuc Giao Oanh Sang Xuyen Bich".split(" ");
let named = 0;

/** The name of nobody else: an exclusion finds its person on all accounts by the name on their cards. */
export function anotherName(): string {
  named += 1;
  return `${FAMILIES[named % 10]} ${GIVEN[Math.floor(named / 10) % 10]}`;
}
