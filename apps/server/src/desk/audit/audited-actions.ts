import type { Action, SessionNote } from "@lotus/contract/desk";
import type { Database, Queries } from "../../db/database.ts";
import { refuse, type Accepted, type OperatorCaller, type Refused } from "../../http/handler.ts";
import { SESSION_AGE_MS } from "../session/sessions.ts";
import * as sql from "./audit.sql.ts";

/** Details of an action: plain values only, so that nobody logs an entire record by accident. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

/** An action of an operator, as the audit log stores it. */
export interface AuditedAction {
  readonly action: Action | Exclude<SessionNote, "signInRefused" | "enrolRefused">;
  /** The kind and the number of what it changes. */
  readonly subject: string;
  readonly reason?: string | undefined;
  readonly detail?: AuditDetail | undefined;
}

/** Who acts, from where, and the idempotency key of the click. */
export interface AuditContext {
  readonly caller: Pick<OperatorCaller, "operatorId" | "role">;
  readonly address: string;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: Uint8Array;
}

/** Result of an action, stored as JSON under its key; it must be small. */
export type ActionOutcome = Readonly<Record<string, string | number | boolean | null>>;

/** Refusals that any action may get. */
export type ActionRefusal = "IDEMPOTENCY_CONFLICT" | "ACTION_FORBIDDEN";

type KeyUse =
  | { readonly use: "free" | "conflict" }
  | { readonly use: "replay"; readonly outcome: ActionOutcome };

/** An accepted action; `again`: its key was used for it before, so nothing was done now. */
export interface DoneAction<Outcome> {
  readonly ok: true;
  readonly outcome: Outcome;
  readonly again: boolean;
}

class KeyTaken extends Error {
  override readonly name = "KeyTaken";
}

class NoLongerAllowed extends Error {
  override readonly name = "NoLongerAllowed";
}

/**
 * Performs actions, each with its audit log line and its key in the same transaction. An operator who was locked out or
 * got another role since the request arrived is refused.
 */
export class AuditedActions {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Writes the log line of an action, in the action's transaction. */
  async write(
    tx: Queries,
    by: Pick<AuditContext, "address"> & { readonly caller: AuditContext["caller"] | null },
    auditedAction: Omit<AuditedAction, "action"> & {
      readonly action: Action | SessionNote;
    },
  ): Promise<void> {
    await tx.query(sql.WRITE, [
      by.caller?.operatorId ?? null,
      by.caller?.role ?? null,
      auditedAction.action,
      auditedAction.subject,
      auditedAction.reason ?? null,
      JSON.stringify(auditedAction.detail ?? {}),
      by.address,
    ]);
  }

  /**
   * Logs that an operator views something, once per subject and detail since their session began. It is written before the data is shown, so
   * that nothing is seen without a log line.
   */
  async read(
    by: Pick<AuditContext, "address"> & {
      readonly caller: Pick<OperatorCaller, "operatorId" | "role" | "expiresAt">;
    },
    auditedAction: AuditedAction,
  ): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { action, subject, detail = {} } = auditedAction;
      const { operatorId, expiresAt } = by.caller;
      const text = JSON.stringify(detail);
      await tx.query(sql.LOCK_KEY, [operatorId, `${action} ${subject} ${text}`]);
      // Of the log itself, to which the database's role only adds.
      const values = [operatorId, action, subject, text, expiresAt - SESSION_AGE_MS];
      const [row] = await tx.query<{ looked: boolean }>(sql.HAS_LOOKED, values);
      if (row?.looked !== true) await this.write(tx, by, auditedAction);
    });
  }

  /**
   * Performs an action in its own transaction, once for its key. `work` must refuse before it writes anything; its
   * result is stored under the key, so it must be small.
   */
  async once<Outcome extends ActionOutcome, const Code extends string = never>(
    context: AuditContext,
    auditedAction: AuditedAction | ((outcome: Outcome) => AuditedAction),
    work: (tx: Queries) => Promise<Accepted<Outcome> | Refused<Code>>,
  ): Promise<DoneAction<Outcome> | Refused<Code> | Refused<ActionRefusal>> {
    return await this.#db.transaction(async (tx) => {
      if (context.idempotencyKey !== undefined) {
        await tx.query(sql.LOCK_KEY, [context.caller.operatorId, context.idempotencyKey]);
        const use = await this.#use(tx, context);
        if (use.use === "conflict") return refuse("IDEMPOTENCY_CONFLICT");
        if (use.use === "replay") {
          // Only the same action reads what is stored under a key, as the hash of its request matches.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          return { ok: true, outcome: use.outcome as Outcome, again: true };
        }
      }
      if (!(await this.#isStill(tx, context.caller))) return refuse("ACTION_FORBIDDEN");
      const result = await work(tx);
      if (!result.ok) return result;
      const outcome = result.data;
      await this.write(
        tx,
        context,
        typeof auditedAction === "function" ? auditedAction(outcome) : auditedAction,
      );
      await this.#store(tx, context, outcome);
      return { ok: true, outcome, again: false };
    });
  }

  /**
   * Performs an action whose transaction belongs to another module. `run` gets a function that this transaction must
   * call to log the action with its outcome, which is stored under the key and returned to a repeated click.
   */
  async within<Result, Outcome extends ActionOutcome = ActionOutcome>(
    context: AuditContext,
    auditedAction: AuditedAction | ((outcome: Outcome) => AuditedAction),
    run: (within: (tx: Queries, outcome?: Outcome) => Promise<void>) => Promise<Result>,
  ): Promise<
    { readonly result: Result } | { readonly again: true; readonly outcome: Outcome } | Refused<ActionRefusal>
  > {
    const before = await this.#use(this.#db, context);
    if (before.use === "conflict") return refuse("IDEMPOTENCY_CONFLICT");
    if (before.use === "replay") return againWith(before.outcome);
    let written = false;
    try {
      const result = await run(async (tx, outcome) => {
        if (!(await this.#isStill(tx, context.caller)))
          throw new NoLongerAllowed("the operator was locked out or has another role by now");
        // An action that stores no outcome has the empty type for it.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const stored = outcome ?? ({} as Outcome);
        await this.write(
          tx,
          context,
          typeof auditedAction === "function" ? auditedAction(stored) : auditedAction,
        );
        await this.#store(tx, context, stored);
        written = true;
      });
      // Another request with this key may have been first while this one waited for a lock.
      const now = written ? before : await this.#use(this.#db, context);
      return now.use === "replay" ? againWith(now.outcome) : { result };
    } catch (error) {
      if (error instanceof NoLongerAllowed) return refuse("ACTION_FORBIDDEN");
      if (!(error instanceof KeyTaken)) throw error;
      const use = await this.#use(this.#db, context);
      return use.use === "replay" ? againWith(use.outcome) : refuse("IDEMPOTENCY_CONFLICT");
    }
  }

  /** Deletes keys that no client will send again. */
  async sweep(): Promise<void> {
    await this.#db.query(sql.FORGET_KEYS);
  }

  /** Whether the operator still has the role of the request, locked until the transaction ends. */
  async #isStill(tx: Queries, { operatorId, role }: AuditContext["caller"]): Promise<boolean> {
    return (await tx.query(sql.IS_STILL, [operatorId, role])).length > 0;
  }

  async #use(db: Queries, { caller, idempotencyKey, bodyHash }: AuditContext): Promise<KeyUse> {
    if (idempotencyKey === undefined) return { use: "free" };
    const [row] = await db.query<{ body_hash: Uint8Array; outcome: string }>(sql.FIND_KEY, [
      caller.operatorId,
      idempotencyKey,
    ]);
    if (row === undefined) return { use: "free" };
    if (Buffer.compare(row.body_hash, bodyHash) !== 0) return { use: "conflict" };
    // Only #keep writes it.
    const outcome: ActionOutcome = JSON.parse(row.outcome);
    return { use: "replay", outcome };
  }

  async #store(tx: Queries, context: AuditContext, outcome: ActionOutcome): Promise<void> {
    if (context.idempotencyKey === undefined) return;
    const stored = await tx.query(sql.KEEP_KEY, [
      context.caller.operatorId,
      context.idempotencyKey,
      context.bodyHash,
      JSON.stringify(outcome),
    ]);
    if (stored.length === 0) throw new KeyTaken("the key was used by another click");
  }
}

/** Only the same action reads what is stored under a key, as the hash of its request matches. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function againWith<Outcome extends ActionOutcome>(
  outcome: ActionOutcome,
): {
  readonly again: true;
  readonly outcome: Outcome;
} {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { again: true, outcome: outcome as Outcome };
}
