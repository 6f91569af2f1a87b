import { type DESK_CALLS, OWN_SESSION, permissionOf } from "@lotus/contract/desk";
import type { CodeName } from "@lotus/contract";
import type { Translate } from "@lotus/locales/node";
import {
  AuthAttempts,
  PasswordRules,
  Passwords,
  SignInAttempts,
  type HashCost,
  PasswordSeals,
} from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { Access } from "../http/access.ts";
import type { CallerCheck } from "../http/caller-check.ts";
import type { AnyCaller, BoundCalls, OperatorCaller, StreamRoute } from "../http/handler.ts";
import type { Keys } from "../settings/keys.ts";
import type { SealedColumn, Vault } from "../vault/vault.ts";
import { agentCalls } from "./agents/agent-calls.ts";
import { giftCalls } from "./agents/gift-calls.ts";
import { auditCalls } from "./audit/audit-calls.ts";
import { AuditedActions } from "./audit/audited-actions.ts";
import { careCalls } from "./care/care-calls.ts";
import { aloneCall } from "./duties/alone-call.ts";
import { Duties } from "./duties/duties.ts";
import { dashboardCalls } from "./dashboard/dashboard-calls.ts";
import { exportStreams } from "./exports/exports.ts";
import { findCall } from "./find/find-call.ts";
import { gameCalls } from "./games/game-calls.ts";
import { oddsCalls } from "./games/odds-calls.ts";
import { documentStream } from "./identities/document-stream.ts";
import { identityCalls } from "./identities/identity-calls.ts";
import { liabilityCalls } from "./liabilities/liability-calls.ts";
import {
  makeReadyOperator,
  prepareDemoOperators,
  type DemoOperator,
  type WantedOperator,
} from "./operators/demo-operators.ts";
import { enrolmentCalls } from "./operators/enrolment-calls.ts";
import { Enrolments } from "./operators/enrolments.ts";
import { OperatorRequests } from "./operators/operator-requests.ts";
import { operatorCalls } from "./operators/operator-calls.ts";
import { Operators } from "./operators/operators.ts";
import { orderCalls } from "./orders/order-calls.ts";
import { paymentCalls } from "./orders/payment-calls.ts";
import { periodCalls } from "./periods/period-calls.ts";
import { passkeyCalls } from "./players/passkey-calls.ts";
import { privacyCalls } from "./players/privacy-calls.ts";
import { protectionCalls } from "./players/protection-calls.ts";
import { chaseCalls } from "./players/chase-calls.ts";
import { playerActions } from "./players/player-actions.ts";
import { playerReads } from "./players/player-reads.ts";
import type { DeskServices, DeskConfig, DeskDeps } from "./desk-deps.ts";
import { announcementCalls } from "./service/announcement-calls.ts";
import { bannerCalls } from "./service/banner-calls.ts";
import { conversationCalls } from "./service/conversation-calls.ts";
import { pictureStreams } from "./service/pictures.ts";
import { sessionCalls } from "./session/session-calls.ts";
import { returnCalls } from "./returns/return-calls.ts";
import { secondCall } from "./second/second-call.ts";
import { OperatorSessions } from "./session/sessions.ts";
import { openDeskStream } from "./stream/desk-stream.ts";

import { OPERATOR_SEALS } from "./operators/operator-seals.ts";

export { auditOfHouse } from "./audit/audit.ts";
export type { DemoOperator } from "./operators/demo-operators.ts";
export { createOperator } from "./operators/create-operator.ts";
export type { DeskServices, DeskConfig } from "./desk-deps.ts";

const SWEEP_EVERY_MS = 10 * 60_000;

/** The sealed columns of the desk, to be re-encrypted when keys change. */
export const SEALED_OPERATORS: readonly SealedColumn[] = [
  { table: "operator", key: ["id"], column: "totp_secret" },
  { table: "operator_enrolment", key: ["operator_id"], column: "totp_secret" },
  ...OPERATOR_SEALS,
];

export interface DeskOptions {
  readonly deps: Pick<Deps, "db" | "clock" | "entropy" | "log">;
  readonly keys: Pick<Keys, "pepper">;
  readonly vault: Vault;
  readonly translate: Translate;
  readonly config: DeskConfig;
  readonly services: DeskServices;
  /** Overrides the cost of password hashing; tests use a cheap one. */
  readonly hashCost?: HashCost;
}

/** Public API of the desk: operators and their actions. */
export interface Desk {
  readonly calls: BoundCalls<typeof DESK_CALLS>;
  readonly streams: readonly StreamRoute[];
  /** Resolves a session token of the desk to its operator. */
  readonly callers: CallerCheck<OperatorCaller>;
  /** Why an operator may not use a path; undefined when the table of actions allows it. */
  refuses(access: Access, caller: AnyCaller): CodeName | undefined;
  /** The operators of a demo, created at its first start, with their credentials. */
  demoOperators(): Promise<readonly DemoOperator[]>;
  /** Creates an operator who need not enrol; for a demo and its tools, never for a call. */
  makeOperator(wanted: WantedOperator): Promise<DemoOperator>;
  /** Password hashes computed so far, for tests that each attempt costs the same. */
  hashesComputed(): number;
  start(): void;
  stop(): void;
}

/** Opens the desk. */
export function openDesk({ deps, keys, vault, translate, config, services, hashCost }: DeskOptions): Desk {
  const { db, clock, entropy, log } = deps;
  // The desk has its own queue of hashes, so that operators can sign in however many players do.
  const passwords = new Passwords({
    pepper: keys.pepper,
    entropy,
    ...(hashCost === undefined ? {} : { cost: hashCost }),
  });
  const sessions = new OperatorSessions({ db, entropy, vault, log });
  const auditedActions = new AuditedActions(db);
  const duties = new Duties(config.duties);
  const operators = new Operators({ vault });
  const enrolments = new Enrolments({ entropy, vault });
  const requests = new OperatorRequests({ vault, operators, enrolments, sessions });
  const attempts = new AuthAttempts(db);
  const signIns = new SignInAttempts(db, keys.pepper);
  const passwordRules = new PasswordRules(config.title, "operators");
  const shared = { db, clock, entropy, log, translate, config, services };
  const passwordSeals = new PasswordSeals({ vault, log });
  const people = {
    operators,
    passwordSeals,
    enrolments,
    requests,
    passwords,
    passwordRules,
    sessions,
    signIns,
    attempts,
  };
  const moduleDeps: DeskDeps = { ...shared, auditedActions, duties, ...people };
  const stream = openDeskStream(moduleDeps);
  let timer: NodeJS.Timeout | undefined;
  const sweep = (): void => {
    Promise.all([sessions.sweep(), auditedActions.sweep()]).catch((error: unknown) => {
      log.warn({ err: error }, "old sessions of operators were not swept; the next round tries again");
    });
  };
  return {
    calls: callsOf(moduleDeps),
    streams: [
      stream.route,
      ...pictureStreams(moduleDeps),
      documentStream(moduleDeps),
      ...exportStreams(moduleDeps),
    ],
    callers: sessions,
    refuses,
    demoOperators: () => prepareDemoOperators(moduleDeps),
    makeOperator: (wanted) => makeReadyOperator(moduleDeps, wanted),
    hashesComputed: () => passwords.computed,
    start: () => {
      stream.start();
      timer ??= setInterval(sweep, SWEEP_EVERY_MS).unref();
    },
    stop: () => {
      stream.stop();
      clearInterval(timer);
    },
  };
}

/** Every call of the desk, by name. */
function callsOf(moduleDeps: DeskDeps) {
  return {
    ...sessionCalls(moduleDeps),
    alone: aloneCall(moduleDeps),
    find: findCall(moduleDeps),
    second: secondCall(moduleDeps),
    ...dashboardCalls(moduleDeps),
    ...liabilityCalls(moduleDeps),
    ...returnCalls(moduleDeps),
    ...orderCalls(moduleDeps),
    ...paymentCalls(moduleDeps),
    ...playerReads(moduleDeps),
    ...playerActions(moduleDeps),
    ...chaseCalls(moduleDeps),
    ...protectionCalls(moduleDeps),
    ...identityCalls(moduleDeps),
    ...careCalls(moduleDeps),
    ...privacyCalls(moduleDeps),
    ...passkeyCalls(moduleDeps),
    ...gameCalls(moduleDeps),
    ...oddsCalls(moduleDeps),
    ...periodCalls(moduleDeps),
    ...conversationCalls(moduleDeps),
    ...announcementCalls(moduleDeps),
    ...bannerCalls(moduleDeps),
    ...giftCalls(moduleDeps),
    ...agentCalls(moduleDeps),
    ...operatorCalls(moduleDeps),
    ...enrolmentCalls(moduleDeps),
    ...auditCalls(moduleDeps),
  };
}

function refuses(access: Access, caller: AnyCaller): CodeName | undefined {
  if (!("operatorId" in caller)) return "TOKEN_EXPIRED";
  if (access.auth !== "operator") return "ACTION_FORBIDDEN";
  if (access.action === OWN_SESSION) return undefined;
  if (caller.mustChangePassword) return "PASSWORD_CHANGE_NEEDED";
  return permissionOf(access.action, caller.role).allowed ? undefined : "ACTION_FORBIDDEN";
}
