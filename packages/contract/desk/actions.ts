/**
 * The one table of what may be done at the desk: by which role, in which state of the thing it is done to, with a
 * reason or not, by one person or two. The server refuses by it and the app disables by it, so neither can differ.
 */

/** What an operator is. An admin may do all but review alone what needs two people. */
export const ROLES = ["support", "cashier", "risk", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** One line of the table. */
export interface ActionRule {
  readonly roles: readonly Role[];
  /** States of the thing in which the action is allowed; left out where there are none, as for reading. */
  readonly states?: readonly string[];
  readonly reason: "none" | "optional" | "needed";
  /** 2: a second person must do the same; "above-amount": only above the amount that the house has set. */
  readonly people: 1 | 2 | "above-amount";
}

const ALL = ROLES;
const MONEY: readonly Role[] = ["cashier", "risk", "admin"];
const CASH: readonly Role[] = ["cashier", "admin"];
const RISK: readonly Role[] = ["risk", "admin"];
const CARE: readonly Role[] = ["support", "admin"];
const ADMIN: readonly Role[] = ["admin"];

const read = (roles: readonly Role[]): ActionRule => ({ roles, reason: "none", people: 1 });

/** Every action of the desk. Names are kept in the audit log: one is never given another meaning. */
export const ACTIONS = {
  "dashboard.read": read(ALL),
  "books.check": { roles: RISK, reason: "none", people: 1 },
  "money.stop": { roles: RISK, states: ["running"], reason: "needed", people: 1 },
  "money.resume": { roles: ADMIN, states: ["stopped"], reason: "needed", people: 1 },

  "recharge.read": read(ALL),
  "recharge.pass": { roles: CASH, states: ["pendingReview"], reason: "optional", people: "above-amount" },
  "recharge.passWith": { roles: CASH, states: ["pendingReview"], reason: "needed", people: "above-amount" },
  "recharge.passLate": { roles: CASH, states: ["cancelled"], reason: "needed", people: "above-amount" },
  "recharge.cancel": { roles: CASH, states: ["pendingReview"], reason: "needed", people: 1 },
  "payment.read": read(ALL),
  "payment.match": { roles: CASH, states: ["open"], reason: "needed", people: 1 },
  "payment.close": { roles: CASH, states: ["open"], reason: "needed", people: 1 },
  "withdrawal.read": read(ALL),
  "withdrawal.pass": { roles: CASH, states: ["pendingReview"], reason: "optional", people: "above-amount" },
  "withdrawal.cancel": { roles: MONEY, states: ["pendingReview"], reason: "needed", people: 1 },
  "withdrawal.reveal": { roles: MONEY, reason: "needed", people: 1 },

  "player.read": read(ALL),
  "player.reveal": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },
  "player.note": { roles: ALL, reason: "none", people: 1 },
  "player.lock": { roles: ["support", "risk", "admin"], states: ["active"], reason: "needed", people: 1 },
  "player.unlock": { roles: RISK, states: ["locked"], reason: "needed", people: 1 },
  "player.unlockAddresses": { roles: CARE, states: ["locked"], reason: "needed", people: 1 },
  "player.endSessions": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },

  "conversation.read": read(CARE),
  "conversation.answer": { roles: CARE, reason: "none", people: 1 },
  "conversation.close": { roles: CARE, states: ["open"], reason: "none", people: 1 },
  "conversation.reopen": { roles: CARE, states: ["closed"], reason: "none", people: 1 },
  "conversation.assign": { roles: CARE, reason: "none", people: 1 },
  "notice.read": read(ALL),
  "notice.publish": { roles: CARE, reason: "none", people: 1 },
  "notice.schedule": { roles: CARE, states: ["shown", "over"], reason: "none", people: 1 },
  "notice.withdraw": { roles: CARE, states: ["shown", "over"], reason: "needed", people: 1 },
  "message.send": { roles: CARE, reason: "none", people: 1 },
  "banner.read": read(ALL),
  "banner.write": { roles: CARE, reason: "none", people: 1 },

  "game.read": read(ALL),
  "game.open": { roles: RISK, states: ["closed"], reason: "needed", people: 1 },
  "game.close": { roles: RISK, states: ["open"], reason: "needed", people: 1 },
  "game.limits": { roles: RISK, reason: "needed", people: 1 },
  "odds.publish": { roles: RISK, reason: "needed", people: 1 },

  "period.read": read(ALL),
  // A result that was published stands: what is drawn or settled is never voided.
  "period.void": { roles: RISK, states: ["open", "closed"], reason: "needed", people: 2 },

  "agents.read": read(ALL),
  // A plan holds from tomorrow on: what a day is worth is never changed while it runs.
  "agents.plan": { roles: RISK, reason: "needed", people: 1 },
  "gift.read": read(ALL),
  "gift.give": { roles: RISK, reason: "needed", people: "above-amount" },
  "gift.confirm": { roles: RISK, states: ["waiting"], reason: "optional", people: 1 },
  "gift.cancel": { roles: RISK, states: ["waiting"], reason: "needed", people: 1 },

  "operator.read": read(ADMIN),
  // What opens a way into the desk is asked for by one admin and confirmed by another; a way is closed by one at once.
  "operator.create": { roles: ADMIN, reason: "needed", people: 2 },
  "operator.lock": { roles: ADMIN, states: ["active", "enrolling"], reason: "needed", people: 1 },
  "operator.unlock": { roles: ADMIN, states: ["locked"], reason: "needed", people: 2 },
  "operator.reissue": {
    roles: ADMIN,
    states: ["active", "enrolling", "locked"],
    reason: "needed",
    people: 2,
  },
  "operator.role": { roles: ADMIN, states: ["active", "enrolling", "locked"], reason: "needed", people: 2 },
  "operator.confirm": { roles: ADMIN, states: ["waiting"], reason: "optional", people: 1 },
  "operator.cancel": { roles: ADMIN, states: ["waiting"], reason: "needed", people: 1 },

  "audit.read": read(RISK),
  "export.recharges": { roles: MONEY, reason: "none", people: 1 },
  "export.withdrawals": { roles: MONEY, reason: "none", people: 1 },
  "export.players": { roles: RISK, reason: "none", people: 1 },
  "export.ledger": { roles: MONEY, reason: "none", people: 1 },
  "export.audit": { roles: RISK, reason: "none", people: 1 },
} as const satisfies Readonly<Record<string, ActionRule>>;

export type Action = keyof typeof ACTIONS;

/** Names of all actions, in the order of the table. */
// Object.keys widens the keys of the table to string.
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly Action[];

/** The rule of an action, with the general shape. */
export function ruleOf(action: Action): ActionRule {
  return ACTIONS[action];
}

/** Whether an action is allowed, or why not. */
export type Permission =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly why: "role" | "state" };

/**
 * Whether `role` may do `action` to a thing in `state`. Leave the state out where it is not known yet (a button of a
 * list) or where the action has none.
 */
export function permissionOf(action: Action, role: Role, state?: string): Permission {
  const { roles, states } = ruleOf(action);
  if (!roles.includes(role)) return { allowed: false, why: "role" };
  if (state !== undefined && states !== undefined && !states.includes(state))
    return { allowed: false, why: "state" };
  return { allowed: true };
}
