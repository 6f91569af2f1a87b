import { timingSafeEqual } from "node:crypto";
import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import * as contactsSql from "../contacts.sql.ts";
import { hashResetCode } from "../mail-secrets.ts";
import * as sql from "../password-reset.sql.ts";
import type { Rooms } from "../rooms.ts";
import { isUsername } from "./register.ts";

const TRIES = 5;

interface CodeRow {
  readonly player_id: bigint | null;
  readonly code_hash: Buffer;
  readonly tries: number;
  readonly live: boolean;
}

/** Sets a new login password with the code of a mail. A wrong code, a late one and none at all say the same. */
export function bindResetPwd(rooms: Rooms): BoundCall {
  const { db, passwords, sessions, contacts, mails, tries, pepper } = rooms;
  return bind(CALLS.resetPwd, async ({ body }, { address, device, locale }) => {
    if (isUsername(body.password, body.username)) return refuse("PASSWORD_IS_USERNAME");
    const name = body.username.toLowerCase();
    const subjects = { account: `reset:${name}`, address, device };
    const seconds = await tries.begin(subjects);
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const codeHash = hashResetCode(pepper.current, name, body.code);
    const [row] = await db.query<CodeRow>(sql.TRY_CODE, [name]);
    if (row === undefined || !isRight(row, codeHash)) return refuse("RESET_CODE_WRONG");
    const kept = await passwords.hash(body.password);
    const done = await db.transaction(async (tx) => {
      const [taken] = await tx.query<{ player_id: bigint }>(sql.TAKE_CODE, [name, codeHash]);
      if (taken === undefined) return undefined;
      const playerId = taken.player_id;
      const [player] = await tx.query<{ username: string }>(sql.SET_PASSWORD, [playerId, kept]);
      if (player === undefined) return undefined;
      // Whoever was in may have asked for another e-mail: that asking ends with their session.
      await tx.query(contactsSql.DROP_BINDING, [playerId]);
      await sendMessage(tx, { playerId, template: "passwordChanged", values: {} });
      const ended = await sessions.endAll(tx, playerId, "password");
      return { ended, username: player.username, ...(await contacts.read(tx, playerId)) };
    });
    if (done === undefined) return refuse("RESET_CODE_WRONG");
    sessions.tell(done.ended);
    await tries.succeed(subjects);
    // Who forgot a password has usually tried a few first.
    await tries.forgive(`login:${name}`);
    if (done.email !== undefined) mails.passwordChanged({ to: done.email, locale, username: done.username });
    return accept(null);
  });
}

function isRight(row: CodeRow, codeHash: Uint8Array): boolean {
  const fits = timingSafeEqual(row.code_hash, codeHash);
  return fits && row.player_id !== null && row.live && row.tries <= TRIES;
}
