/**
 * The one table of actions of the desk: allowed roles, allowed states of the subject, whether a reason is needed, and
 * one person or two. Server and desk app both use it, so they cannot differ.
 */

/** Roles of operators. An admin may do everything except approve alone what needs two people. */
export const ROLES = ["support", "cashier", "risk", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** States of a player: locked players cannot log in until the desk unlocks them, closed ones never again. */
export const PLAYER_STATES = ["active", "locked", "closed"] as const;
export type PlayerState = (typeof PLAYER_STATES)[number];

/** Sums over the last 24 hours, to the second: amounts of money, and a count of periods. */
export type DaySum = "recharges" | "withdrawals" | "gifts" | "voids";

/** Scope of a sum: what one operator did alone, or what any one person did alone for one player. */
export type SumOf = "operator" | "player";

/**
 * Duties that one person must not combine with paying out: putting money into an account, and changing where it may go, by
 * unlocking withdrawal addresses or by another name.
 */
export type Duty = "money-in" | "free-addresses";

/** One line of the table. */
export interface ActionRule {
  readonly roles: readonly Role[];
  /** States of the subject in which the action is allowed; absent if it has none, as for reading. */
  readonly states?: readonly string[];
  /** States of the player concerned in which the action is allowed; absent if any will do. */
  readonly playerStates?: readonly PlayerState[];
  readonly reason: "none" | "optional" | "needed";
  /**
   * 2: a second person must do the same; "above-amount": only above the configured amounts, for this action alone and
   * for the sums of `limits`; "if-excluded": only for a player who is excluded, or doubted to be; "if-held":
   * only for one whose play is closed until the desk has seen who they are.
   */
  readonly people: 1 | 2 | "above-amount" | "if-excluded" | "if-held";
  /**
   * The sums of the last 24 hours that limit it. Above them, an action that needs two people anyway is refused, any
   * other needs two.
   */
  readonly limits?: { readonly of: DaySum; readonly per: readonly SumOf[] };
  /** The duty it belongs to, if one person must not combine it with another. */
  readonly duty?: Duty;
  /**
   * Refused to anyone who did such a duty for the same player, or another of the same invite tree, within the configured
   * days, as first or second person.
   */
  readonly notAfter?: readonly Duty[];
}

const ALL = ROLES;
const MONEY: readonly Role[] = ["cashier", "risk", "admin"];
const CASH: readonly Role[] = ["cashier", "admin"];
const RISK: readonly Role[] = ["risk", "admin"];
const CARE: readonly Role[] = ["support", "admin"];
const ADMIN: readonly Role[] = ["admin"];
/** Received money is credited to its player even if locked; it stays in the account until the lock is removed. */
const NOT_CLOSED: readonly PlayerState[] = ["active", "locked"];
/** Actions that pay out money, or give away the operator's, wait until the lock is removed. */
const ACTIVE: readonly PlayerState[] = ["active"];
const RECHARGES = { of: "recharges", per: ["operator", "player"] } as const;

const read = (roles: readonly Role[]): ActionRule => ({ roles, reason: "none", people: 1 });

/** Every action of the desk. Names are stored in the audit log: their meaning must never change. */
export const ACTIONS = {
  "dashboard.read": read(ALL),
  "books.check": { roles: RISK, reason: "none", people: 1 },
  "liabilities.run": { roles: RISK, reason: "none", people: 1 },
  "money.stop": { roles: RISK, states: ["running"], reason: "needed", people: 1 },
  "money.resume": { roles: ADMIN, states: ["stopped"], reason: "needed", people: 1 },

  "recharge.read": read(ALL),
  "recharge.pass": {
    roles: CASH,
    states: ["pendingReview"],
    playerStates: NOT_CLOSED,
    reason: "optional",
    people: "above-amount",
    limits: RECHARGES,
    duty: "money-in",
  },
  "recharge.passWith": {
    roles: CASH,
    states: ["pendingReview"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: "above-amount",
    limits: RECHARGES,
    duty: "money-in",
  },
  "recharge.passLate": {
    roles: CASH,
    states: ["cancelled"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: "above-amount",
    limits: RECHARGES,
    duty: "money-in",
  },
  "recharge.cancel": { roles: CASH, states: ["pendingReview"], reason: "needed", people: 1 },
  "payment.read": read(ALL),
  "payment.reveal": { roles: MONEY, reason: "needed", people: 1 },
  // Moves no money; the matched recharge is passed like any other, and counts then.
  "payment.match": {
    roles: CASH,
    states: ["open"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
    duty: "money-in",
  },
  // Until money has moved.
  "payment.unmatch": { roles: CASH, states: ["matched"], reason: "needed", people: 1 },
  "payment.close": { roles: CASH, states: ["open"], reason: "needed", people: 1 },
  "withdrawal.read": read(ALL),
  "withdrawal.pass": {
    roles: CASH,
    states: ["pendingReview"],
    playerStates: ACTIVE,
    reason: "optional",
    people: "above-amount",
    limits: { of: "withdrawals", per: ["operator", "player"] },
    notAfter: ["money-in", "free-addresses"],
  },
  // The held amount returns to the account, which may be locked: no money leaves.
  "withdrawal.cancel": { roles: MONEY, states: ["pendingReview"], reason: "needed", people: 1 },
  "withdrawal.reveal": { roles: MONEY, reason: "needed", people: 1 },

  "player.read": read(ALL),
  "player.reveal": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },
  "player.note": { roles: ALL, reason: "none", people: 1 },
  "player.lock": { roles: ["support", "risk", "admin"], states: ["active"], reason: "needed", people: 1 },
  "player.unlock": { roles: RISK, states: ["locked"], reason: "needed", people: 1 },
  "player.unlockAddresses": {
    roles: CARE,
    states: ["locked"],
    playerStates: ACTIVE,
    reason: "needed",
    people: 1,
    duty: "free-addresses",
  },
  "player.endPush": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },
  "player.endSessions": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },

  // What is set aside goes back to the player, in whatever state the account is; placed bets stay.
  "player.endChase": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },
  // On the player's word: a lost phone, say. The player is told, and signs in by the password.
  "player.removePasskey": {
    roles: ["support", "risk", "admin"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
  },

  // Both on the player's word alone. A closed account stays closed, so support asks those who may close one.
  "player.close": { roles: RISK, states: ["active", "locked"], reason: "needed", people: 1 },
  // The file goes to the player, and no operator reads it.
  "player.export": {
    roles: ["support", "risk", "admin"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
  },

  "protection.read": read(ALL),
  // Operators may tighten, never loosen: nobody at the desk raises a limit or ends a break.
  "protection.tighten": {
    roles: ["support", "risk", "admin"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
  },
  "protection.timeOut": {
    roles: ["support", "risk", "admin"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
  },
  "protection.exclude": {
    roles: ["support", "risk", "admin"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
  },

  "identity.read": read(["support", "risk", "admin"]),
  "identity.reveal": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },
  "identity.verify": {
    roles: RISK,
    states: ["waiting"],
    playerStates: NOT_CLOSED,
    reason: "optional",
    people: "if-held",
  },
  // The player reads the reason.
  "identity.refuse": {
    roles: RISK,
    states: ["waiting"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
  },
  // Another name or date ends what keeps an excluded person from playing.
  "identity.correct": {
    roles: RISK,
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: "if-excluded",
    duty: "free-addresses",
  },
  // Markers of harm: who looks after players, and who judges risks.
  "care.read": read(["support", "risk", "admin"]),
  "care.assign": { roles: ["support", "risk", "admin"], states: ["open"], reason: "none", people: 1 },
  "care.note": { roles: ["support", "risk", "admin"], states: ["open"], reason: "none", people: 1 },
  "care.close": { roles: ["support", "risk", "admin"], states: ["open"], reason: "needed", people: 1 },

  "conversation.read": read(CARE),
  "conversation.answer": { roles: CARE, playerStates: NOT_CLOSED, reason: "none", people: 1 },
  "conversation.close": { roles: CARE, states: ["open"], reason: "none", people: 1 },
  "conversation.reopen": { roles: CARE, states: ["closed"], reason: "none", people: 1 },
  "conversation.assign": { roles: CARE, reason: "none", people: 1 },
  "notice.read": read(ALL),
  "notice.publish": { roles: CARE, reason: "none", people: 1 },
  "notice.schedule": { roles: CARE, states: ["shown", "over"], reason: "none", people: 1 },
  "notice.withdraw": { roles: CARE, states: ["shown", "over"], reason: "needed", people: 1 },
  "message.send": { roles: CARE, playerStates: NOT_CLOSED, reason: "none", people: 1 },
  "banner.read": read(ALL),
  "banner.write": { roles: CARE, reason: "none", people: 1 },

  "game.read": read(ALL),
  "game.open": { roles: RISK, states: ["closed"], reason: "needed", people: 1 },
  "game.close": { roles: RISK, states: ["open"], reason: "needed", people: 1 },
  // All of them at once, whatever their own switches; these stay as they are.
  "games.stop": { roles: RISK, states: ["selling"], reason: "needed", people: 1 },
  "games.sell": { roles: RISK, states: ["stopped"], reason: "needed", people: 1 },
  "game.limits": { roles: RISK, reason: "needed", people: 1 },
  "odds.publish": { roles: RISK, reason: "needed", people: 1 },

  "period.read": read(ALL),
  // That somebody has seen what the rules made void.
  "period.seen": { roles: RISK, states: ["unseen"], reason: "none", people: 1 },
  // From its close on a period is drawn, or void by the rules: nobody may choose between the two.
  "period.void": {
    roles: RISK,
    states: ["open"],
    reason: "needed",
    people: 2,
    limits: { of: "voids", per: ["operator"] },
  },

  "agents.read": read(ALL),
  // A plan takes effect tomorrow: the rates of a day never change during it.
  "agents.plan": { roles: RISK, reason: "needed", people: 1 },
  "gift.read": read(ALL),
  "gift.give": {
    roles: RISK,
    playerStates: ACTIVE,
    reason: "needed",
    people: "above-amount",
    limits: { of: "gifts", per: ["operator", "player"] },
    duty: "money-in",
  },
  "gift.confirm": {
    roles: RISK,
    states: ["waiting"],
    playerStates: ACTIVE,
    reason: "optional",
    people: 1,
    duty: "money-in",
  },
  "gift.cancel": { roles: RISK, states: ["waiting"], reason: "needed", people: 1 },

  "operator.read": read(ADMIN),
  // Granting access to the desk is requested by one admin and confirmed by another; one admin can revoke it at once.
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
  "retention.read": read(ADMIN),
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

/** What the server does by its rules, without an operator, as the audit log names it. */
export const HOUSE_ACTIONS = ["house.voidPeriod", "house.stopSales", "house.sellAgain"] as const;
export type HouseAction = (typeof HOUSE_ACTIONS)[number];

/** What the audit log notes besides the actions of the table. */
export const SESSION_NOTES = [
  "signIn",
  "signInRefused",
  "signOut",
  "password",
  "enrol",
  "enrolRefused",
] as const;
export type SessionNote = (typeof SESSION_NOTES)[number];

/** The rule of an action, in its general type. */
export function ruleOf(action: Action): ActionRule {
  return ACTIONS[action];
}

/**
 * What moves a player's money without an operator, and the player's states in which it is allowed. Bets are settled and
 * refunded in every state: the money is the player's.
 */
export const UNATTENDED = {
  "recharge.ask": ACTIVE,
  "recharge.byNotice": NOT_CLOSED,
  "withdrawal.ask": ACTIVE,
  "address.bind": ACTIVE,
  "bet.settle": PLAYER_STATES,
  "bet.refund": PLAYER_STATES,
  "rebate.book": NOT_CLOSED,
} as const satisfies Readonly<Record<string, readonly PlayerState[]>>;

/** Whether the server may do this automatically for a player in this state. */
export function mayUnattended(what: keyof typeof UNATTENDED, state: PlayerState): boolean {
  const states: readonly PlayerState[] = UNATTENDED[what];
  return states.includes(state);
}

/** Whether an action is allowed, or why not. */
export type Permission =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly why: "role" | "state" | "player" };

/**
 * Whether `role` may do `action` to a subject in `state`, for a player in `playerState`. Omit a state that is not known
 * yet (a button of a list) or that the action does not have.
 */
export function permissionOf(
  action: Action,
  role: Role,
  state?: string,
  playerState?: PlayerState,
): Permission {
  const { roles, states, playerStates } = ruleOf(action);
  if (!roles.includes(role)) return { allowed: false, why: "role" };
  if (state !== undefined && states !== undefined && !states.includes(state))
    return { allowed: false, why: "state" };
  if (playerState !== undefined && playerStates !== undefined && !playerStates.includes(playerState))
    return { allowed: false, why: "player" };
  return { allowed: true };
}

/** A sum of the last 24 hours and its limit, in minor units. */
export interface Filled {
  readonly used: bigint;
  readonly most: bigint;
}

/** Limits of one person alone: the single amount, and the sums with what they already contain. */
export interface AloneBounds {
  readonly single: bigint;
  readonly operator: Filled;
  readonly player: Filled;
}

/** Why an amount needs a second person; null if one is enough. */
export function secondBecause(
  amount: bigint,
  { single, operator, player }: AloneBounds,
): "amount" | SumOf | null {
  if (amount > single) return "amount";
  if (player.used + amount > player.most) return "player";
  return operator.used + amount > operator.most ? "operator" : null;
}

/** The actions that belong to one of these duties. */
export function actionsOf(duties: readonly Duty[]): readonly Action[] {
  return ACTION_NAMES.filter((name) => {
    const { duty } = ruleOf(name);
    return duty !== undefined && duties.includes(duty);
  });
}
