import type { Database, Sql } from "../../db/database.ts";
import type { PrivacySettings } from "../../settings/privacy-settings.ts";
import { eraseClosedAccounts, type EraseDeps } from "./erase-account.ts";
import * as sql from "./retention.sql.ts";

/** What erases rows of a kind: in batches, until none is due. Returns how many it erased. */
export type Eraser = (deps: RetentionDeps) => Promise<number>;

export interface RetentionDeps extends EraseDeps {
  readonly settings: PrivacySettings;
  /** Erases documents of identity checks that are due; returns how many. */
  readonly documents: () => Promise<number>;
  /** Deletes scores of markers of harm that are due, and what they were worked out from; returns how many rows. */
  readonly scores: () => Promise<number>;
  /** True once the server stops: an eraser returns after its batch. */
  readonly isStopping: () => boolean;
}

/** A kind of data that ages. The table of docs/operations.md says the same, which a test holds it to. */
export interface RetentionRow {
  /** Its name in `retention_run`, for good. */
  readonly what: string;
  /** The tables it is stored in. */
  readonly tables: readonly string[];
  /** How long it is kept. */
  readonly kept: string;
  /** The setting that changes it. */
  readonly setting?: string;
  /** Why it is kept that long. */
  readonly why: string;
  /**
   * `job`: the retention job erases it. `own`: the module that writes it has a loop or a statement of its own. `kept`: it
   * is not erased.
   */
  readonly by: "job" | "own" | "kept";
  /** What erases it: only, and always, for the job. */
  readonly erase?: Eraser;
}

/** Rows changed by one statement: few enough that nobody's bet waits for them. */
const BATCH = 500;
const CONVERSATIONS_AT_ONCE = 20;

/** Data that the retention job erases. */
const ERASED: readonly (RetentionRow & { readonly by: "job"; readonly erase: Eraser })[] = [
  {
    what: "closed accounts",
    tables: [
      "player",
      "player_identity",
      "person_before",
      "contact_before",
      "player_real_name",
      "withdraw_address",
      "player_note",
      "identity_correction",
    ],
    kept: "5 years after closing; contacts not at all; what finds an excluded person as long as a self-exclusion runs",
    setting: "KEEP_CLOSED_DAYS",
    why: "laws against money laundering ask who it was; then what names the player goes, and the books stay under a number",
    by: "job",
    erase: (deps) => eraseClosedAccounts(deps, deps.settings.keepClosedDays, deps.isStopping),
  },
  {
    what: "payers of payments without an order",
    tables: ["payment_notice"],
    kept: "5 years after the payment was closed; with an order, as long as its player's name",
    setting: "KEEP_CLOSED_DAYS",
    why: "laws against money laundering ask who paid; then what the bank wrote goes, and the amount stays",
    by: "job",
    erase: (deps) => inBatches(deps, sql.FORGET_PAYERS, deps.settings.keepClosedDays),
  },
  {
    what: "login addresses",
    tables: ["player"],
    kept: "90 days",
    setting: "KEEP_ADDRESSES_DAYS",
    why: "a player recognizes a stranger's login, and theft is looked into, within weeks",
    by: "job",
    erase: async (deps) =>
      (await inBatches(deps, sql.FORGET_LAST_ADDRESS, deps.settings.keepAddressesDays)) +
      (await inBatches(deps, sql.FORGET_PREVIOUS_ADDRESS, deps.settings.keepAddressesDays)),
  },
  {
    what: "messages",
    tables: ["message"],
    kept: "2 years",
    setting: "KEEP_MESSAGES_DAYS",
    why: "they are the player's record of what was told to them",
    by: "job",
    erase: (deps) => inBatches(deps, sql.FORGET_MESSAGES, deps.settings.keepMessagesDays),
  },
  {
    what: "conversations",
    tables: ["conversation", "service_line", "service_picture"],
    kept: "3 years after the last line",
    setting: "KEEP_CONVERSATIONS_DAYS",
    why: "complaints are answered, and disputes decided, by what was said",
    by: "job",
    erase: forgetConversations,
  },
  {
    what: "unsent pictures",
    tables: ["service_picture"],
    kept: "1 day",
    why: "an upload that no line shows serves nothing",
    by: "job",
    erase: (deps) => inBatches(deps, sql.FORGET_UPLOADS, 1),
  },
  {
    what: "documents of identity checks",
    tables: ["identity_document"],
    kept: "90 days after the decision, 7 without being sent; at closing they go",
    setting: "IDENTITY_DOCUMENT_DAYS",
    why: "a decision can be looked at again for a while; then nobody needs pictures of papers",
    by: "job",
    erase: ({ documents }) => documents(),
  },
  {
    what: "markers of harm",
    tables: ["harm_score", "harm_state", "harm_recharge", "harm_asked"],
    kept: "400 days; what they were worked out from, as long as they look back",
    setting: "HARM_SCORE_DAYS",
    why: "whether a word, an offer or a call has changed anything shows after months",
    by: "job",
    erase: ({ scores }) => scores(),
  },
  {
    what: "data exports",
    tables: ["data_export", "data_export_part"],
    kept: "7 days; that one was asked for, 1 day more",
    setting: "KEEP_EXPORTS_DAYS",
    why: "time to fetch the file, and no longer a second copy of everything",
    by: "job",
    erase: async (deps) =>
      (await inBatches(deps, sql.FORGET_PARTS, 0)) + (await inBatches(deps, sql.FORGET_EXPORTS, 1)),
  },
];

/** Data whose own modules erase them: their loops are short and belong to what they guard. */
const OWN: readonly RetentionRow[] = [
  {
    what: "sessions",
    tables: ["session_family", "access_token"],
    kept: "31 days without use, 91 in all; at closing they end",
    why: "a session lives 30 days without use and 90 in all",
    by: "own",
  },
  {
    what: "mailed links and codes",
    tables: ["email_binding", "password_reset"],
    kept: "24 hours; 10 minutes",
    why: "they are worth nothing afterwards",
    by: "own",
  },
  {
    what: "passkeys",
    tables: ["passkey", "passkey_user"],
    kept: "until the player or the desk removes them, or the account closes",
    why: "the player logs in with them",
    by: "own",
  },
  {
    what: "answered challenges of passkeys",
    tables: ["passkey_challenge_used"],
    kept: "5 minutes",
    why: "each is good once",
    by: "own",
  },
  {
    what: "contacts of closed accounts",
    tables: ["player_contact"],
    kept: "until the account closes",
    why: "nobody is reached by them any more",
    by: "own",
  },
  {
    what: "failed logins and counts",
    tables: ["entry_try", "quota_use"],
    kept: "2 days; the hour or day they count",
    why: "the delay after wrong passwords, and what may be done only so often",
    by: "own",
  },
  {
    what: "devices and addresses of an age under which nobody plays",
    tables: ["under_age_origin"],
    kept: "a day, as keyed hashes",
    why: "who was too young a minute ago is not of age now",
    by: "own",
  },
  {
    what: "persons whose accounts are to be compared",
    tables: ["person_to_compare"],
    kept: "seconds",
    why: "a break holds for each account of a person, also if a server ends in between",
    by: "own",
  },
  {
    what: "known devices and addresses",
    tables: ["known_origin"],
    kept: "180 days without use, as keyed hashes",
    why: "so that strangers cannot lock a player out",
    by: "own",
  },
  {
    what: "rate limits",
    tables: ["rate_bucket"],
    kept: "until the bucket is full again, most within half a minute; addresses as keyed hashes",
    why: "a limit of the house holds on all its servers; a house of one server writes none",
    by: "own",
  },
  {
    what: "servers that are up",
    tables: ["node", "node_alone"],
    kept: "a minute after the last beat",
    why: "limits of the house are shared out among them; they name nobody",
    by: "own",
  },
  {
    what: "what is silent outside, and why nothing is sold",
    tables: ["outside_silence", "sale_stop"],
    kept: "as long as it lasts",
    why: "each page of the desk shows it; who stopped the sale stays in the audit log",
    by: "own",
  },
  {
    what: "devices with notifications",
    tables: ["push_device", "push_news"],
    kept: "until notifications are switched off or the session ends; what was sent, until it would be stale, at most a day",
    why: "the address at the push service, sealed, is needed to send; nothing is told twice",
    by: "own",
  },
  {
    what: "live events",
    tables: ["live_event"],
    kept: "10 minutes",
    why: "windows that lost their connection catch up",
    by: "own",
  },
  {
    what: "marks of totals",
    tables: ["ledger_mark"],
    kept: "as long as a window of limits reaches back",
    why: "limits of 24 hours, 7 and 30 days, and the statement of 12 months",
    by: "own",
  },
  {
    what: "read announcements",
    tables: ["announcement_read", "inbox_mark"],
    kept: "until all up to them are read",
    why: "which of the house's announcements are new to a player",
    by: "own",
  },
  {
    what: "favourites",
    tables: ["favourite"],
    kept: "until the player takes the star away",
    why: "the player put it there",
    by: "own",
  },
  {
    what: "saved slips and numbers",
    tables: ["saved_pick"],
    kept: "until the player removes them; after closing they go with the name",
    why: "the player put them there",
    by: "own",
  },
  {
    what: "sums of what is owed",
    tables: ["liability_run", "liability_leaf", "liability_tile"],
    kept: "the newest runs; what was published stays in the public log",
    why: "players verify that their money is counted",
    by: "own",
  },
  {
    what: "operators' sessions and keys",
    tables: ["operator_session", "operator_enrolment", "operator_key", "operator_look"],
    kept: "2 days; until used; 90 days",
    why: "the desk's own access; a repeated click is answered as the first",
    by: "own",
  },
  {
    what: "pace of the rules in force",
    tables: ["play_pace"],
    kept: "as long as the rules in force ask for pauses",
    why: "one row that says so, and names nobody",
    by: "own",
  },
  {
    what: "working rows of draws and bets",
    tables: [
      "exposure_player",
      "exposure_player_selection",
      "exposure_selection",
      "settlement_outcome",
      "settlement_winner",
      "player_open_stake",
      "turnover_counted",
      "recharge_approval",
      "period",
      "money_stop",
    ],
    kept: "until the draw is settled, the day booked or the recharge decided; periods that never went on sale",
    why: "they are needed for nothing afterwards",
    by: "own",
  },
];

/** Data that stay, and why. */
const KEPT: readonly RetentionRow[] = [
  {
    what: "ledger, orders and payments",
    tables: [
      "transfer",
      "ledger_account",
      "bet_order",
      "bet_win",
      "bet_cancellation",
      "chase",
      "chase_progress",
      "chase_step",
      "money_order",
      "payment_notice",
    ],
    kept: "for good, after closing under a number",
    why:
      "the books are proved from the first transfer on: a month that is dropped would leave balances that nothing " +
      "explains; laws on accounts ask for at least 5 years",
    by: "kept",
  },
  {
    what: "keys of money calls",
    tables: ["idempotency_key"],
    kept: "for good, with the books",
    why: "a repeated request must never move money twice",
    by: "kept",
  },
  {
    what: "identity checks and cases of care",
    tables: ["identity_submission", "harm_case", "harm_case_event"],
    kept: "for good, after closing under a number",
    why: "what was decided about a player, by whom and why; a regulator asks for it",
    by: "kept",
  },
  {
    what: "reservations of the deposit register",
    tables: ["deposit_reservation"],
    kept: "for good, with the recharges; what came to nothing goes at once",
    why: "the register is told again until it has acknowledged each",
    by: "kept",
  },
  {
    what: "limits and breaks",
    tables: ["play_guard", "play_limit", "play_limit_change", "play_break", "person_doubt", "under_age"],
    kept: "for good, after closing under a number",
    why: "an exclusion must outlast everything, and a regulator asks whether limits held",
    by: "kept",
  },
  {
    what: "audit log of the desk",
    tables: ["audit_log", "audit_link", "audit_head"],
    kept: "for good",
    why: "who at the desk did what, and why; it names players by their number",
    by: "kept",
  },
  {
    what: "retention runs",
    tables: ["retention_run"],
    kept: "for good",
    why: "proof that data were erased when they had to be; it names nobody",
    by: "kept",
  },
];

/** Everything that ages, in one table. Modules with a rule of their own hand in what erases their rows. */
export const RETENTION: readonly RetentionRow[] = [...ERASED, ...OWN, ...KEPT];

/** The rows of the job, in its order. */
export const RETENTION_JOB: readonly { readonly what: string; readonly erase: Eraser }[] = ERASED;

/** Repeats a statement until it finds less than a batch. */
async function inBatches(
  { db, isStopping }: Pick<RetentionDeps, "isStopping"> & { readonly db: Pick<Database, "heavy"> },
  statement: Sql,
  days: number,
): Promise<number> {
  for (let erased = 0; ;) {
    const rows = await db.heavy.query(statement, [days, BATCH]);
    erased += rows.length;
    if (rows.length < BATCH || isStopping()) return erased;
  }
}

async function forgetConversations({ db, settings, isStopping }: RetentionDeps): Promise<number> {
  for (let erased = 0; ;) {
    const gone = await db.heavy.transaction(async (tx) => {
      const old = await tx.query<{ player_id: bigint }>(sql.OLD_CONVERSATIONS, [
        settings.keepConversationsDays,
        CONVERSATIONS_AT_ONCE,
      ]);
      const players = old.map(({ player_id: player }) => player);
      if (players.length > 0)
        for (const statement of sql.FORGET_CONVERSATIONS) await tx.query(statement, [players]);
      return players.length;
    });
    erased += gone;
    if (gone < CONVERSATIONS_AT_ONCE || isStopping()) return erased;
  }
}
