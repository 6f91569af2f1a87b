import { CALLS } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { newInviteCode, tidyInviteCode } from "../invite-code.ts";
import * as sql from "../players.sql.ts";
import type { Rooms } from "../rooms.ts";

/** Makes the player, their accounts in the books and their first session in one transaction. */
export function bindRegister(rooms: Rooms): BoundCall {
  const { db, entropy, settings, books, passwords, sessions } = rooms;
  return bind(CALLS.register, async ({ body }, context) => {
    if (isUsername(body.password, body.username)) return refuse("PASSWORD_IS_USERNAME");
    const inviter = await findInviter(rooms, body.invite_code, context.address);
    if (!inviter.ok) return inviter;
    const [name] = await db.query<{ taken: boolean }>(sql.NAME_TAKEN, [body.username]);
    if (name?.taken === true) return refuse("USERNAME_TAKEN");
    const [password, transPassword] = await Promise.all([
      passwords.hash(body.password),
      passwords.hash(body.trans_password),
    ]);
    const pair = await db.transaction(async (tx) => {
      const playerId = await addPlayer(tx, () => newInviteCode(entropy), [
        body.username,
        password,
        transPassword,
        inviter.data,
        settings.termsVersion,
      ]);
      if (playerId === undefined) return undefined;
      await books.openAccounts(tx, playerId);
      await tx.query(sql.NOTE_LOGIN, [playerId, context.address]);
      return await sessions.open(tx, playerId, context);
    });
    return pair === undefined ? refuse("USERNAME_TAKEN") : accept(pair);
  });
}

/** True when a password is no more than the name it should guard. */
export function isUsername(password: string, username: string): boolean {
  return password.normalize("NFC").toLowerCase() === username.toLowerCase();
}

async function findInviter(rooms: Rooms, typed: string | undefined, address: string) {
  const code = tidyInviteCode(typed ?? "");
  if (code === "") return rooms.settings.inviteRequired ? refuse("INVITE_CODE_REQUIRED") : accept(null);
  // Codes are guessed at like passwords, and each names a player.
  const subjects = { account: `invite:${address}`, address, device: "" };
  const seconds = await rooms.tries.begin(subjects);
  if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
  const [inviter] = await rooms.db.query<{ id: bigint }>(sql.FIND_INVITER, [code]);
  if (inviter === undefined) return refuse("INVITE_CODE_UNKNOWN");
  await rooms.tries.succeed(subjects);
  return accept(inviter.id);
}

/** Adds the row with a fresh invite code; undefined when the name is taken. */
async function addPlayer(
  tx: Queries,
  freshCode: () => string,
  [username, password, transPassword, inviterId, terms]: readonly [
    string,
    string,
    string,
    bigint | null,
    string,
  ],
): Promise<bigint | undefined> {
  // A code that is taken is as rare as a wrong guess that hits; a few more throws are plenty.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const values = [username, password, transPassword, freshCode(), inviterId, terms];
    const [added] = await tx.query<{ id: bigint }>(sql.ADD_PLAYER, values);
    if (added !== undefined) return added.id;
    const [name] = await tx.query<{ taken: boolean }>(sql.NAME_TAKEN, [username]);
    if (name?.taken === true) return undefined;
  }
  throw new Error("no free invite code was found");
}
