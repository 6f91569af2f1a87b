import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Logger } from "pino";
import type { Agents } from "../agents/agents.ts";
import type {
  Accounts,
  AuthAttempts,
  PasswordRules,
  Passwords,
  SignInAttempts,
} from "../accounts/accounts.ts";
import type { GameSwitches, Margins, OddsBook } from "../betting/betting.ts";
import type { Database } from "../db/database.ts";
import type { Clock, Entropy } from "../deps.ts";
import type { Draws } from "../draws/draws.ts";
import type { CallContext, OperatorCaller } from "../http/handler.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { Live } from "../live/live.ts";
import type { BooksWatch } from "../ledger/ledger.ts";
import type { Service } from "../service/service.ts";
import type { Wallet } from "../wallet/wallet.ts";
import type { AuditedActions } from "./audit/audited-actions.ts";
import type { Duties, DutyBounds } from "./duties/duties.ts";
import type { Enrolments } from "./operators/enrolments.ts";
import type { OperatorRequests } from "./operators/operator-requests.ts";
import type { Operators } from "./operators/operators.ts";
import type { OperatorSessions } from "./session/sessions.ts";

/** What the desk shows the server by. */
export interface DeskConfig {
  readonly title: string;
  readonly currency: { readonly code: string; readonly symbol: string };
  readonly timeZone: string;
  /** The server's time, epoch milliseconds. */
  readonly now: () => number;
  /** Days in which an operator whose access was changed is the second of two people nowhere. */
  readonly operatorNewDays: number;
  /** What bounds the work of operators: single amounts above which two are needed, and the sums of a day. */
  readonly duties: DutyBounds;
  /** Where players find the server. */
  readonly playersUrl: string;
}

/** The services of the modules that the desk works through. */
export interface DeskServices {
  readonly accounts: Accounts;
  readonly wallet: Wallet;
  readonly books: BooksWatch;
  readonly odds: OddsBook;
  readonly margins: Margins;
  readonly games: GameSwitches;
  /** Players' windows that follow the live events on this node. */
  readonly online: () => number;
  /** The live events as this node reads them, and how far behind it is. */
  readonly live: Pick<Live, "onEvents" | "lagMs">;
  readonly clockState: Draws["clockState"];
  readonly onSale: Draws["onSale"];
  readonly voidPeriod: Draws["voidPeriod"];
  /** Has this node read the draws again. */
  readonly readDraws: () => Promise<void>;
  /** Gives back the stakes of voided periods; answers how many orders that were. */
  readonly refundVoided: () => Promise<number>;
  /** Has the live events read now. */
  readonly notify: () => void;
  readonly inbox: Inbox;
  readonly agents: Agents;
  readonly service: Service;
  /** The operator's locale of a language tag; null for another. */
  readonly localeOf: (tag: string) => Locale | null;
}

/** What the calls of the desk share. */
export interface DeskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly translate: Translate;
  readonly config: DeskConfig;
  readonly services: DeskServices;
  readonly auditedActions: AuditedActions;
  readonly duties: Duties;
  readonly operators: Operators;
  readonly enrolments: Enrolments;
  readonly requests: OperatorRequests;
  readonly passwords: Passwords;
  readonly sessions: OperatorSessions;
  readonly passwordRules: PasswordRules;
  readonly attempts: AuthAttempts;
  readonly signIns: SignInAttempts;
}

/** What a handler of the desk sees of its request. */
export type DeskContext = Omit<CallContext, "caller"> & { readonly caller: OperatorCaller };
