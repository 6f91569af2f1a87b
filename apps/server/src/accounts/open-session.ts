import type { Queries } from "../db/database.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import * as sql from "./players.sql.ts";
import type { SessionOrigin, SessionPair } from "./sessions.ts";
import type { SignIn } from "./sign-in-attempts.ts";

/** A login whose credentials were right. */
interface RightLogin {
  readonly playerId: bigint;
  readonly signIn: SignIn;
  readonly context: SessionOrigin;
  /** The passkey it was made with. */
  readonly passkeyId?: bigint;
  /** What else belongs into its transaction. */
  readonly within?: (tx: Queries) => Promise<void>;
}

/**
 * Opens a session after a login, whatever it was made with, and remembers where it came from. Null when the account was
 * locked or closed meanwhile.
 */
export async function openSession(
  { db, sessions, signIns }: Pick<AccountsDeps, "db" | "sessions" | "signIns">,
  { playerId, signIn, context, passkeyId, within }: RightLogin,
): Promise<SessionPair | null> {
  const session = await db.transaction(async (tx) => {
    await within?.(tx);
    if ((await tx.query(sql.NOTE_LOGIN, [playerId, context.address])).length === 0) return null;
    await signIns.remember(tx, signIn);
    return await sessions.open(tx, playerId, context, passkeyId);
  });
  if (session === null) return null;
  sessions.publishOpened(session.opened);
  return session.pair;
}
