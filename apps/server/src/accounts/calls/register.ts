import { CALLS } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import { addressSubject } from "../../http/client-address.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { newInviteCode, tidyInviteCode } from "../invite-code.ts";
import type { Origin } from "../known-origins.ts";
import * as sql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import type { SessionOrigin, Sessions } from "../sessions.ts";
import { strangerAt } from "../sign-in-attempts.ts";

/** Data of a new player; the passwords are hashed already. */
interface NewPlayer {
  readonly username: string;
  readonly password: string;
  readonly transPassword: string;
  readonly inviterId: bigint | null;
  readonly birthDate: string | undefined;
}

/** A player who was added, with their first session. */
type MadePlayer = Awaited<ReturnType<Sessions["open"]>>;

/** Adds the player, their ledger accounts, date of birth and first session in one transaction. */
export function bindRegister(deps: AccountsDeps): BoundCall<typeof CALLS.register> {
  const { passwords, passwordRules, quotas, registrations, birthDates, sessions } = deps;
  return bind(CALLS.register, async ({ body }, context) => {
    if (isUsername(body.password, body.username)) return refuse("PASSWORD_IS_USERNAME");
    passwords.assertRoom(strangerAt(context));
    const tooMany = await quotas.take(registrations.attempts(context));
    if (tooMany > 0) return refuseRegistration(tooMany);
    if (passwordRules.isGuessable(body.password, [body.username])) return refuse("PASSWORD_TOO_COMMON");
    const unfit = await birthDates.refusalOf(body.birth_date, context);
    if (unfit !== null) return refuse(unfit, { values: { age: birthDates.minAge } });
    const inviter = await findInviter(deps, body.invite_code, context.address);
    if (!inviter.ok) return inviter;
    const name = await takeNameQuota(deps, body.username, context);
    if (!name.ok) return name;
    // Before anything is hashed: a flood of registrations costs next to nothing.
    const accounts = registrations.accounts(context);
    const waitMs = await quotas.take(accounts);
    if (waitMs > 0) return refuseRegistration(waitMs);
    let made: MadePlayer | undefined;
    try {
      const [password, transPassword] = await passwords.hashBoth(
        body.password,
        body.trans_password,
        strangerAt(context),
      );
      const { username, birth_date: birthDate } = body;
      const player = { username, password, transPassword, inviterId: inviter.data, birthDate };
      made = await makePlayer(deps, player, context);
    } finally {
      if (made === undefined) await quotas.giveBack(accounts);
    }
    if (made === undefined) return refuse("USERNAME_TAKEN");
    context.concerns(made.opened.playerId);
    sessions.publishOpened(made.opened);
    return accept(made.pair);
  });
}

/** True when a password is just the username. */
export function isUsername(password: string, username: string): boolean {
  return password.normalize("NFC").toLowerCase() === username.toLowerCase();
}

function refuseRegistration(waitMs: number) {
  const minutes = Math.ceil(waitMs / 60_000);
  return refuse("REGISTRATIONS_LIMITED", { values: { minutes }, data: { minutes } });
}

/** Whether the name is free. Taken names are disclosed no more often than by the lookup call. */
async function takeNameQuota(
  { db, quotas, registrations, reservedUsernames }: AccountsDeps,
  username: string,
  origin: Origin,
) {
  if (reservedUsernames.has(username)) return refuse("USERNAME_TAKEN");
  const takenQuotas = registrations.taken(origin);
  const waitMs = await quotas.take(takenQuotas);
  if (waitMs > 0) return refuseRegistration(waitMs);
  const [name] = await db.query<{ taken: boolean }>(sql.NAME_TAKEN, [username]);
  if (name?.taken === true) return refuse("USERNAME_TAKEN");
  await quotas.giveBack(takenQuotas);
  return accept(null);
}

/** Undefined when the name was taken in the meantime. */
async function makePlayer(
  { db, entropy, settings, books, birthDates, passwordSeals, sessions, signIns }: AccountsDeps,
  player: NewPlayer,
  origin: SessionOrigin,
): Promise<MadePlayer | undefined> {
  return await db.transaction(async (tx) => {
    const { username, password, transPassword, inviterId, birthDate } = player;
    const [next] = await tx.query<{ id: bigint }>(sql.NEXT_ID);
    if (next === undefined) throw new Error("a sequence gave no number");
    const playerId = next.id;
    const named = [username, password, transPassword] as const;
    const seals = [
      passwordSeals.seal("password", playerId, password),
      passwordSeals.seal("transPassword", playerId, transPassword),
    ] as const;
    const isAdded = await addPlayer(tx, username, () => [
      ...named,
      newInviteCode(entropy),
      inviterId,
      settings.termsVersion,
      playerId,
      ...seals,
    ]);
    if (!isAdded) return undefined;
    await books.openAccounts(tx, playerId);
    await birthDates.store(tx, playerId, { birthDate, origin });
    await tx.query(sql.NOTE_LOGIN, [playerId, origin.address]);
    await signIns.remember(tx, { purpose: "login", name: username.toLowerCase(), origin });
    return await sessions.open(tx, playerId, origin);
  });
}

async function findInviter(deps: AccountsDeps, typed: string | undefined, address: string) {
  const code = tidyInviteCode(typed ?? "");
  if (code === "") return deps.settings.inviteRequired ? refuse("INVITE_CODE_REQUIRED") : accept(null);
  // Codes can be guessed like passwords, and each identifies a player.
  const subjects = { account: `invite:${addressSubject(address)}`, address, device: "" };
  const seconds = await deps.attempts.begin(subjects);
  if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
  const [inviter] = await deps.db.query<{ id: bigint }>(sql.FIND_INVITER, [code]);
  if (inviter === undefined) return refuse("INVITE_CODE_UNKNOWN");
  await deps.attempts.succeed(subjects);
  return accept(inviter.id);
}

/** Adds the row with `values`, each time with a fresh invite code; false when the name is taken. */
async function addPlayer(tx: Queries, username: string, values: () => readonly unknown[]): Promise<boolean> {
  // A code is as unlikely to be taken as to be guessed, so a few attempts are plenty.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [added] = await tx.query(sql.ADD_PLAYER, values());
    if (added !== undefined) return true;
    const [name] = await tx.query<{ taken: boolean }>(sql.NAME_TAKEN, [username]);
    if (name?.taken === true) return false;
  }
  throw new Error("no free invite code was found");
}
