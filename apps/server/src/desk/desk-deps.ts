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
  PasswordSeals,
} from "../accounts/accounts.ts";
import type { Chases } from "../chases/chases.ts";
import type { GameSwitches, Margins, OddsBook } from "../betting/betting.ts";
import type { Database } from "../db/database.ts";
import type { Clock, Entropy } from "../deps.ts";
import type { Cases } from "../harm/harm.ts";
import type { Fairness } from "../fairness/fairness.ts";
import type { Draws } from "../draws/draws.ts";
import type { CallContext, OperatorCaller } from "../http/handler.ts";
import type { Identity } from "../identity/identity.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { Live } from "../live/live.ts";
import type { Liabilities } from "../liabilities/liabilities.ts";
import type { BooksWatch } from "../ledger/ledger.ts";
import type { Privacy } from "../privacy/privacy.ts";
import type { RulePack } from "../protection/protection.ts";
import type { Service } from "../service/service.ts";
import type { Wallet } from "../wallet/wallet.ts";
import type { AuditedActions } from "./audit/audited-actions.ts";
import type { Duties, DutyBounds } from "./duties/duties.ts";
import type { Enrolments } from "./operators/enrolments.ts";
import type { OperatorRequests } from "./operators/operator-requests.ts";
import type { Operators } from "./operators/operators.ts";
import type { OperatorSessions } from "./session/sessions.ts";

/** Settings and values that the desk shows or applies. */
export interface DeskConfig {
  readonly title: string;
  readonly currency: { readonly code: string; readonly symbol: string };
  readonly timeZone: string;
  /** The locale of texts for players whose language is not known. */
  readonly fallbackLocale: string;
  /** The server's time, epoch milliseconds. */
  readonly now: () => number;
  /** Days during which an operator whose access was changed cannot be the second of two people. */
  readonly operatorNewDays: number;
  /** Bounds of operators: single amounts above which two people are needed, and sums per day. */
  readonly duties: DutyBounds;
  /** The URL where players open the app. */
  readonly playersUrl: string;
}

/** The other modules that the desk uses. */
export interface DeskServices {
  readonly accounts: Accounts;
  readonly identity: Identity;
  /** Called after a name or date of birth was corrected: the registers of the licence are asked about somebody else. */
  readonly personChanged: (playerId: bigint) => void;
  /** Gives all accounts of a person the longest break of any of them. */
  readonly excludePerson: (playerId: bigint) => Promise<void>;
  readonly wallet: Wallet;
  readonly books: BooksWatch;
  readonly liabilities: Pick<Liabilities, "newest" | "run">;
  readonly odds: OddsBook;
  readonly margins: Margins;
  readonly games: GameSwitches;
  /** The live events as this node reads them, and how far behind it is. */
  readonly live: Pick<Live, "onEvents" | "lagMs">;
  /** The public log and its witnesses. */
  readonly logState: Fairness["state"];
  readonly clockState: Draws["clockState"];
  readonly onSale: Draws["onSale"];
  readonly voidPeriods: Draws["voidPeriods"];
  /** Reloads the cached draws of this node. */
  readonly readDraws: () => Promise<void>;
  /** Refunds the stakes of voided periods; returns the number of orders. */
  readonly refundVoided: () => Promise<number>;
  /** Notifies readers of live events after a commit. */
  readonly notify: () => void;
  readonly inbox: Inbox;
  /** The rules of player protection in force. */
  readonly rules: RulePack;
  readonly agents: Agents;
  readonly service: Service;
  readonly chases: Pick<Chases, "chasesOf" | "endAtDesk">;
  /** Cases about markers of harm. */
  readonly care: Cases;
  readonly privacy: Pick<Privacy, "close" | "exports" | "exportsADay" | "retention">;
  /** The configured locale of a language tag; null when there is none. */
  readonly localeOf: (tag: string) => Locale | null;
}

/** Dependencies of the desk's calls. */
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
  readonly passwordSeals: PasswordSeals;
  readonly enrolments: Enrolments;
  readonly requests: OperatorRequests;
  readonly passwords: Passwords;
  readonly sessions: OperatorSessions;
  readonly passwordRules: PasswordRules;
  readonly attempts: AuthAttempts;
  readonly signIns: SignInAttempts;
}

/** The request context of a desk handler. */
export type DeskContext = Omit<CallContext, "caller"> & { readonly caller: OperatorCaller };
