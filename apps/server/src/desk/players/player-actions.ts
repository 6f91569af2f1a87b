import { DESK_CALLS, permissionOf, type Action } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { endPushOf } from "../../push/push.ts";
import { DutyWork } from "../duties/duty-work.ts";
import { deskPage } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { nameOf, readPlayer } from "./players.ts";
import * as sql from "./players.sql.ts";

/** Actions on players, each with its reason in the audit log. */
export function playerActions(deps: DeskDeps) {
  return {
    ...noteCalls(deps),
    lockPlayer: statusCall(deps, "lockPlayer", "player.lock"),
    unlockPlayer: statusCall(deps, "unlockPlayer", "player.unlock"),
    endPlayerPush: endPushCall(deps),
    endPlayerSessions: endSessionsCall(deps),
    unlockAddresses: unlockAddressesCall(deps),
    revealPlayer: revealCall(deps),
  };
}

interface NoteRow {
  readonly id: bigint;
  readonly operator_id: bigint;
  readonly name: string;
  readonly text: string;
  readonly created_ms: bigint;
}

function noteCalls({ db, auditedActions }: DeskDeps) {
  const noteOf = (row: NoteRow) => ({
    id: String(row.id),
    operator: { id: String(row.operator_id), name: row.name },
    text: row.text,
    time: Number(row.created_ms),
  });
  return {
    playerNotes: bind(DESK_CALLS.playerNotes, async ({ params, query }) => {
      const id = BigInt(params.id);
      if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const { rows, nextCursor } = await deskPage(query, ({ before, limit }) =>
        db.query<NoteRow & Record<string, unknown>>(sql.NOTES, [id, before, limit]),
      );
      return accept({ list: rows.map(noteOf), nextCursor });
    }),
    notePlayer: bind(DESK_CALLS.notePlayer, async ({ params, body }, context) => {
      const id = BigInt(params.id);
      const auditedAction = { action: "player.note", subject: `player ${id}` } as const;
      const done = await auditedActions.once(context, auditedAction, async (tx) => {
        if ((await nameOf(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
        const [added] = await tx.query<{ id: bigint }>(sql.ADD_NOTE, [
          id,
          context.caller.operatorId,
          body.text.trim(),
        ]);
        return accept({ note: String(added?.id ?? 0n) });
      });
      if (!done.ok) return done;
      const [row] = await db.query<NoteRow & Record<string, unknown>>(sql.NOTE, [id, done.outcome.note]);
      if (row === undefined) throw new Error("a note was added and is not there");
      return accept(noteOf(row));
    }),
  };
}

interface LockedPlayer {
  readonly status: string;
  readonly address_locked: boolean;
}

async function lockPlayer(tx: Queries, id: bigint): Promise<LockedPlayer | undefined> {
  const [row] = await tx.query<LockedPlayer & Record<string, unknown>>(sql.LOCK_PLAYER, [id]);
  return row;
}

function statusCall<Name extends "lockPlayer" | "unlockPlayer">(
  deps: DeskDeps,
  name: Name,
  action: Action & `player.${string}`,
): BoundCall<(typeof DESK_CALLS)[Name]> {
  const { auditedActions, services } = deps;
  const both: "lockPlayer" | "unlockPlayer" = name;
  const bound = bind(DESK_CALLS[both], async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const auditedAction = { action, subject: `player ${id}`, reason: body.reason };
    let notify = (): void => undefined;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      const player = await lockPlayer(tx, id);
      if (player === undefined) return refuse("RECORD_UNKNOWN");
      if (!permissionOf(action, context.caller.role, player.status).allowed) return refuse("STATE_REFUSES");
      const change = await services.accounts.setPlayerStatus(
        tx,
        id,
        name === "lockPlayer" ? "locked" : "active",
      );
      notify = () => change.notify();
      return accept({});
    });
    if (!done.ok) return done;
    notify();
    const player = await readPlayer(deps, id);
    return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
  });
  // It is bound to the call of that name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return bound as BoundCall<(typeof DESK_CALLS)[Name]>;
}

function endPushCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.endPlayerPush> {
  return bind(DESK_CALLS.endPlayerPush, async ({ params, body: { reason } }, context) => {
    const id = BigInt(params.id);
    const auditedAction = { action: "player.endPush", subject: `player ${id}`, reason } as const;
    const done = await deps.auditedActions.once(context, auditedAction, async (tx) => {
      if ((await lockPlayer(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
      await endPushOf(tx, id);
      return accept({});
    });
    if (!done.ok) return done;
    const player = await readPlayer(deps, id);
    return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
  });
}

function endSessionsCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.endPlayerSessions> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.endPlayerSessions, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const auditedAction = {
      action: "player.endSessions",
      subject: `player ${id}`,
      reason: body.reason,
    } as const;
    let notify = (): void => undefined;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      if ((await lockPlayer(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
      notify = await services.accounts.endSessions(tx, id);
      return accept({});
    });
    if (!done.ok) return done;
    notify();
    const player = await readPlayer(deps, id);
    return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
  });
}

function unlockAddressesCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.unlockAddresses> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.unlockAddresses, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const seen = await readPlayer(deps, id);
    if (seen === null) return refuse("RECORD_UNKNOWN");
    const auditedAction = {
      action: "player.unlockAddresses",
      subject: `player ${id}`,
      reason: body.reason,
    } as const;
    const work = new DutyWork(deps, auditedAction.action, context.caller);
    const done = await auditedActions.within(context, auditedAction, (within) =>
      services.wallet.addresses.unlock(id, {
        operatorId: context.caller.operatorId,
        reason: body.reason,
        begin: work.begin,
        judge: work.judge,
        within: async (tx) => {
          await work.record(tx);
          await within(tx);
        },
      }),
    );
    if ("ok" in done) return done;
    if ("result" in done && work.refusal() !== null) return refuse("PLAYER_STATE_REFUSES");
    // They were not locked, and the table allows the action only when they are.
    if ("result" in done && !done.result) return refuse("STATE_REFUSES");
    const player = await readPlayer(deps, id);
    return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
  });
}

/** Reads in full what is masked elsewhere, after logging who reads it and why. */
function revealCall({ db, auditedActions, services }: DeskDeps): BoundCall<typeof DESK_CALLS.revealPlayer> {
  return bind(DESK_CALLS.revealPlayer, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
    const auditedAction = { action: "player.reveal", subject: `player ${id}`, reason: body.reason } as const;
    let written = false;
    const by = {
      operatorId: context.caller.operatorId,
      // One log line for the request: the three parts are read one after the other.
      within: async (tx: Queries): Promise<void> => {
        if (!written) await auditedActions.write(tx, context, auditedAction);
        written = true;
      },
    };
    const phone = await services.accounts.readContact(id, "phone", by);
    const email = await services.accounts.readContact(id, "email", by);
    const addresses = await services.wallet.addresses.read(id, by);
    return accept({
      phone,
      email,
      addresses: addresses.map(({ id: addressId, kind, bankName, network, number, realName }) => ({
        id: String(addressId),
        kind,
        place: bankName ?? network ?? "",
        number,
        realName,
      })),
    });
  });
}
