import { type PlayerReason, readReason } from "@lotus/contract";
import { DESK_CALLS, permissionOf } from "@lotus/contract/desk";
import { playerStatus } from "../../accounts/accounts.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { decide, doubtsOf } from "../../identity/identity.ts";
import { liftHold } from "../../protection/protection.ts";
import type { AuditContext } from "../audit/audited-actions.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { DutyWork } from "../duties/duty-work.ts";
import { deskPage } from "../lists.ts";
import { NO_SECOND } from "../operators/second-person.ts";
import { nameOf, withBreaks } from "../players/players.ts";
import { besideEntered, besideVerified, takesTwo } from "./corrections.ts";
import { findIdentity, listIdentities, playerIdentityOf, readIdentity } from "./identities.ts";

/** The review of documents, and what the house knows of who players are. */
export function identityCalls(deps: DeskDeps) {
  const { db } = deps;
  return {
    identities: bind(DESK_CALLS.identities, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => listIdentities(db, query, at));
      const list = await withBreaks(
        db,
        rows.map(({ record }) => record),
      );
      return accept({ list, nextCursor });
    }),
    identity: bind(DESK_CALLS.identity, async ({ params }) => {
      const record = await readIdentity(deps, BigInt(params.id));
      if (record === null) return refuse("RECORD_UNKNOWN");
      const [shown = record] = await withBreaks(db, [record]);
      return accept(shown);
    }),
    verifyIdentity: bind(DESK_CALLS.verifyIdentity, ({ params, body }, context) =>
      review(deps, context, { id: params.id, outcome: "verified", told: "", note: body.reason ?? "" }),
    ),
    refuseIdentity: bind(DESK_CALLS.refuseIdentity, ({ params, body }, context) =>
      review(deps, context, {
        id: params.id,
        outcome: "refused",
        ...readReason("identity.refuse", body),
      }),
    ),
    playerIdentity: bind(DESK_CALLS.playerIdentity, async ({ params }) => {
      const id = BigInt(params.id);
      if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      return accept(await playerIdentityOf(deps, id));
    }),
    revealIdentity: revealCall(deps),
    correctIdentity: correctCall(deps),
  };
}

const ACTION_OF = { verified: "identity.verify", refused: "identity.refuse" } as const;

/** Decides in one transaction with its audit and the message to the player; two verify whoever is held. */
async function review(
  deps: DeskDeps,
  context: AuditContext,
  {
    id: text,
    outcome,
    told,
    note,
  }: { id: string; outcome: "verified" | "refused"; told: PlayerReason | ""; note: string },
) {
  const { db, auditedActions, services } = deps;
  const action = ACTION_OF[outcome];
  const found = await findIdentity(db, BigInt(text));
  if (found === null) return refuse("RECORD_UNKNOWN");
  const { id: submissionId, playerId } = found;
  const auditedAction = ({ waits }: { readonly waits: boolean }) => ({
    action,
    subject: `identity ${submissionId}`,
    reason: note,
    detail: {
      player: String(playerId),
      verdict: found.record.verdict,
      ...(told === "" ? {} : { told }),
      ...(waits ? { waits } : {}),
    },
  });
  const { operatorId, role } = context.caller;
  const done = await auditedActions.once(context, auditedAction, async (tx) => {
    // What was decided stays so: the state read before is as good as now, except of what waits, which `decide` locks.
    const verdict = permissionOf(action, role, found.record.state, await playerStatus(tx, playerId));
    if (!verdict.allowed) return refuse(verdict.why === "player" ? "PLAYER_STATE_REFUSES" : "STATE_REFUSES");
    // A date at which nobody plays is corrected first, as the document has it.
    if (outcome === "verified" && !(await services.identity.isOfAge(tx, playerId)))
      return refuse("STATE_REFUSES");
    if (outcome === "verified") {
      const word = await besideVerified(tx, deps, context, { playerId, submissionId, note });
      if (word === "own") return refuse("SAME_OPERATOR");
      if (word === "related" || word === "new") return refuse(NO_SECOND[word]);
      if (word === "first") return accept({ waits: true });
    }
    const isDecided = await decide(tx, { playerId, submissionId, outcome, operatorId, reason: told });
    if (isDecided && outcome === "verified") await liftHold(tx, playerId, operatorId);
    return isDecided ? accept({ waits: false }) : refuse("STATE_REFUSES");
  });
  if (!done.ok) return done;
  services.notify();
  const record = await readIdentity(deps, submissionId);
  if (record === null) return refuse("RECORD_UNKNOWN");
  return accept({ ...record, waitsForSecond: done.outcome.waits });
}

/** Reads in full what is masked elsewhere, after logging who reads it and why. */
function revealCall({ db, auditedActions, services }: DeskDeps): BoundCall<typeof DESK_CALLS.revealIdentity> {
  return bind(DESK_CALLS.revealIdentity, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
    const auditedAction = {
      action: "identity.reveal",
      subject: `player ${id}`,
      reason: body.reason,
    } as const;
    const cardName = await services.wallet.addresses.cardName(id, {
      operatorId: context.caller.operatorId,
      within: (tx) => auditedActions.write(tx, context, auditedAction),
    });
    const { realName, birthDate } = await services.identity.known(db, id);
    const doubts: { id: string; realName: string | null }[] = [];
    for (const doubt of await doubtsOf(db, id)) {
      const { realName: name } = await services.identity.known(db, doubt.id);
      doubts.push({ id: String(doubt.id), realName: name });
    }
    return accept({ realName, birthDate, cardName, doubts });
  });
}

/** The values themselves are personal and stay out of the audit log: it says which were corrected. */
function correctCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.correctIdentity> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.correctIdentity, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const { real_name: realName, birth_date: birthDate, reason } = body;
    const correction = { realName, birthDate };
    const auditedAction = ({ waits }: { readonly waits: boolean }) =>
      ({
        action: "identity.correct",
        subject: `player ${id}`,
        reason,
        detail: { realName: realName !== undefined, birthDate: birthDate !== undefined, waits },
      }) as const;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      if ((await nameOf(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const work = new DutyWork(deps, "identity.correct", context.caller);
      await work.begin(tx);
      if ((await work.judge(tx, { playerId: id, amount: 0n })) === "refused")
        return refuse("PLAYER_STATE_REFUSES");
      if (await takesTwo(tx, id)) {
        const word = await besideEntered(tx, deps, context, { playerId: id, correction, reason });
        if (word === "own") return refuse("SAME_OPERATOR");
        if (word === "related" || word === "new") return refuse(NO_SECOND[word]);
        if (word === "first") {
          await work.record(tx);
          return accept({ waits: true });
        }
      }
      if (!(await services.identity.correct(tx, id, correction))) return refuse("STATE_REFUSES");
      await work.record(tx);
      return accept({ waits: false });
    });
    if (!done.ok) return done;
    const { waits } = done.outcome;
    services.notify();
    if (!waits) {
      services.personChanged(id);
      await services.excludePerson(id);
    }
    return accept({ ...(await playerIdentityOf(deps, id)), waitsForSecond: waits });
  });
}
