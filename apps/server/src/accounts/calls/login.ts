import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { openSession } from "../open-session.ts";
import * as sql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { ownerOf } from "../hash-turns.ts";
import { storedPassword } from "../password-seals.ts";
import type { SignIn } from "../sign-in-attempts.ts";

interface KnownPlayer {
  readonly id: bigint;
  readonly password_hash: string;
  readonly password_seal: Uint8Array | null;
  readonly password_before: Uint8Array | null;
  readonly status: "active" | "locked" | "closed";
}

const USERNAME = /^[a-z][a-z0-9_]{3,15}$/iu;

/** Logs in. An unknown name is checked against a hash that no password matches, so that cost and reply are the same. */
export function bindLogin(deps: AccountsDeps): BoundCall<typeof CALLS.login> {
  const { db, passwords, passwordSeals, signIns } = deps;
  return bind(CALLS.login, async ({ body }, context) => {
    const { username } = body;
    const signIn: SignIn = { purpose: "login", name: nameOf(username), origin: context };
    const attempt = await signIns.begin(signIn, (asker) => passwords.assertRoom(asker));
    const { seconds } = attempt;
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const [player] = await db.query<KnownPlayer>(sql.FIND_BY_NAME, [username]);
    if (player !== undefined) context.concerns(player.id);
    const own =
      player === undefined
        ? { hash: passwords.nobody, isSealed: true }
        : passwordSeals.own("password", storedPassword(player), passwords.nobody);
    const check = await passwords
      .check(body.password, own.hash, attempt.asker)
      .catch(async (error: unknown) => {
        await attempt.takeBack();
        throw error;
      });
    if (player === undefined || !check.right || player.status === "closed")
      return refuse("WRONG_CREDENTIALS");
    await attempt.succeed();
    if (player.status === "locked") return refuse("ACCOUNT_LOCKED");
    const newHash = check.rehash
      ? await passwords.hash(body.password, ownerOf(`player:${player.id}`))
      : own.hash;
    const pair = await openSession(deps, {
      playerId: player.id,
      signIn,
      context,
      within: async (tx) => {
        if (own.isSealed && newHash === own.hash) return;
        const seal = passwordSeals.seal("password", player.id, newHash);
        await tx.query(sql.REHASH, [player.id, own.hash, newHash, seal]);
      },
    });
    return pair === null ? refuse("ACCOUNT_LOCKED") : accept(pair);
  });
}

/**
 * The name that attempts are counted by. What cannot be a username may be an e-mail or a phone number and is not
 * stored.
 */
function nameOf(username: string): string {
  return USERNAME.test(username) ? username.toLowerCase() : "";
}
