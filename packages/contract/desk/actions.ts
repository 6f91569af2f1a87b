/**
 * The one table of what may be done at the desk: by which role, in which state of the thing it is done to, with a
 * reason or not, by one person or two. The server refuses by it and the app disables by it, so neither can differ.
 */

/** What an operator is. An admin may do all but review alone what needs two people. */
export const ROLES = ["support", "cashier", "risk", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The states a player may be in: locked players may not log in until the desk unlocks them, closed ones are gone. */
export const PLAYER_STATES = ["active", "locked", "closed"] as const;
export type PlayerState = (typeof PLAYER_STATES)[number];

/** What is summed up over the last 24 hours, to the moment: amounts of money, and a count of periods. */
export type DaySum = "recharges" | "withdrawals" | "gifts" | "voids";

/** Whose sum it is: what one operator has done alone, and what any one person has done alone for one player. */
export type SumOf = "operator" | "player";

/** Work that must not meet in one person: putting money into an account, and freeing where money may go. */
export type Duty = "money-in" | "free-addresses";

/** One line of the table. */
export interface ActionRule {
  readonly roles: readonly Role[];
  /** States of the thing in which the action is allowed; left out where there are none, as for reading. */
  readonly states?: readonly string[];
  /** States of the player it is done for in which the action is allowed; left out where any will do. */
  readonly playerStates?: readonly PlayerState[];
  readonly reason: "none" | "optional" | "needed";
  /**
   * 2: a second person must do the same; "above-amount": only above the amounts that the server has set, for this one
   * and for the sums of `limits`.
   */
  readonly people: 1 | 2 | "above-amount";
  /** The sums of the last 24 hours that bound it. What two people do anyway is refused above them, the rest needs two. */
  readonly limits?: { readonly of: DaySum; readonly per: readonly SumOf[] };
  /** The work it is, where the same person must not do another part of it. */
  readonly duty?: Duty;
  /** Not by who has done such work for the same player within the days that the server has set: neither as first nor second. */
  readonly notAfter?: readonly Duty[];
}

const ALL = ROLES;
const MONEY: readonly Role[] = ["cashier", "risk", "admin"];
const CASH: readonly Role[] = ["cashier", "admin"];
const RISK: readonly Role[] = ["risk", "admin"];
const CARE: readonly Role[] = ["support", "admin"];
const ADMIN: readonly Role[] = ["admin"];
/** Money that came must reach its player, locked or not; it stays in the account until the lock is taken off. */
const NOT_CLOSED: readonly PlayerState[] = ["active", "locked"];
/** What would let money out, or give away the server's, waits for the lock to be taken off. */
const ACTIVE: readonly PlayerState[] = ["active"];
const RECHARGES = { of: "recharges", per: ["operator", "player"] } as const;

const read = (roles: readonly Role[]): ActionRule => ({ roles, reason: "none", people: 1 });

/** Every action of the desk. Names are kept in the audit log: one is never given another meaning. */
export const ACTIONS = {
  "dashboard.read": read(ALL),
  "books.check": { roles: RISK, reason: "none", people: 1 },
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
  // No money moves by it; the recharge that it finds is passed as any other, and counts then.
  "payment.match": {
    roles: CASH,
    states: ["open"],
    playerStates: NOT_CLOSED,
    reason: "needed",
    people: 1,
    duty: "money-in",
  },
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
  // What was held goes back to the account, which may be locked: nothing leaves the server by it.
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
  "player.endSessions": { roles: ["support", "risk", "admin"], reason: "needed", people: 1 },

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
  "game.limits": { roles: RISK, reason: "needed", people: 1 },
  "odds.publish": { roles: RISK, reason: "needed", people: 1 },

  "period.read": read(ALL),
  // A result that was published stands: what is drawn or settled is never voided.
  "period.void": {
    roles: RISK,
    states: ["open", "closed"],
    reason: "needed",
    people: 2,
    limits: { of: "voids", per: ["operator"] },
  },

  "agents.read": read(ALL),
  // A plan holds from tomorrow on: what a day is worth is never changed while it runs.
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

/**
 * What moves or asks for a player's money without an operator, and the states of the player in which it may. What was
 * bet is settled and given back whatever became of the player: it is theirs.
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

/** Whether the server may do this by itself for a player in this state. */
export function mayUnattended(what: keyof typeof UNATTENDED, state: PlayerState): boolean {
  const states: readonly PlayerState[] = UNATTENDED[what];
  return states.includes(state);
}

/** Whether an action is allowed, or why not. */
export type Permission =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly why: "role" | "state" | "player" };

/**
 * Whether `role` may do `action` to a thing in `state`, for a player in `playerState`. Leave a state out where it is not
 * known yet (a button of a list) or where the action has none.
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

/** A sum of the last 24 hours and the most that it may come to, minor units. */
export interface Filled {
  readonly used: bigint;
  readonly most: bigint;
}

/** What bounds one person alone for an amount: above `single`, and above a sum with what it holds already. */
export interface AloneBounds {
  readonly single: bigint;
  readonly operator: Filled;
  readonly player: Filled;
}

/** Why one person is not enough for an amount; null when one is. */
export function secondBecause(
  amount: bigint,
  { single, operator, player }: AloneBounds,
): "amount" | SumOf | null {
  if (amount > single) return "amount";
  if (player.used + amount > player.most) return "player";
  return operator.used + amount > operator.most ? "operator" : null;
}

/** The actions that are work of one of these duties. */
export function actionsOf(duties: readonly Duty[]): readonly Action[] {
  return ACTION_NAMES.filter((name) => {
    const { duty } = ruleOf(name);
    return duty !== undefined && duties.includes(duty);
  });
}
