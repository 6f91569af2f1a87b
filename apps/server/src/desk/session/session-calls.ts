import { DESK_CALLS, type OperatorSession } from "@lotus/contract/desk";
import { ownerOf, type PasswordRow, type SignIn, storedPassword } from "../../accounts/accounts.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { OperatorAccess, SealedAccess } from "../operators/operator-seals.ts";
import * as sql from "../operators/operators.sql.ts";
import { newUntil, relatedTo } from "../operators/second-person.ts";
import { isRole } from "../operators/role.ts";
import { stepOfCode } from "../operators/totp.ts";
import type { DeskDeps } from "../desk-deps.ts";

interface SignInRow extends SealedAccess, Record<string, unknown> {
  readonly id: bigint;
  readonly name: string;
  readonly status: "active" | "locked";
  readonly password_hash: string;
  readonly password_seal: Uint8Array | null;
  readonly password_before: Uint8Array | null;
  readonly must_change_password: boolean;
  readonly totp_secret: Uint8Array;
}

/** Calls to sign in, sign out and change the password. */
export function sessionCalls(deps: DeskDeps) {
  const { db, auditedActions, sessions, config } = deps;
  return {
    signIn: signInCall(deps),
    changePassword: passwordCall(deps),
    signOut: bind(DESK_CALLS.signOut, async (_request, { caller, address }) => {
      await db.transaction(async (tx) => {
        await sessions.end(tx, caller.sessionId);
        await auditedActions.write(
          tx,
          { caller, address },
          { action: "signOut", subject: `operator ${caller.operatorId}` },
        );
      });
      return accept(null);
    }),
    me: bind(DESK_CALLS.me, async (_request, { caller }) => {
      const [related, until] = await Promise.all([
        relatedTo(db, caller.operatorId),
        newUntil(db, caller.operatorId, config.operatorNewDays),
      ]);
      return accept({
        operator: {
          id: String(caller.operatorId),
          name: caller.name,
          role: caller.role,
          mustChangePassword: caller.mustChangePassword,
          expiresAt: caller.expiresAt,
        },
        house: {
          title: config.title,
          currency: { code: config.currency.code, symbol: config.currency.symbol },
          timeZone: config.timeZone,
          playersUrl: config.playersUrl,
          serverTime: config.now(),
        },
        second: { related: related.map(String), newUntil: until },
      });
    }),
  };
}

/**
 * Signs in. An unknown name costs the same and gets the same reply as a wrong password or code; a code is valid once;
 * attempts are counted before they are checked, and slow down guessing.
 */
function signInCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.signIn> {
  const { db, clock, auditedActions, operators, passwords, passwordSeals, signIns } = deps;
  return bind(DESK_CALLS.signIn, async ({ body }, context) => {
    const { address } = context;
    const signIn: SignIn = { purpose: "desk", name: body.name.toLowerCase(), origin: context };
    const attempt = await signIns.begin(signIn, (asker) => passwords.assertRoom(asker));
    const { seconds } = attempt;
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const [row] = await db.query<SignInRow>(sql.FIND_BY_NAME, [body.name]);
    const own =
      row === undefined
        ? { hash: passwords.nobody, isSealed: true }
        : passwordSeals.own("operatorPassword", storedPassword(row), passwords.nobody);
    const check = await passwords
      .check(body.password, own.hash, attempt.asker)
      .catch(async (error: unknown) => {
        await attempt.takeBack();
        throw error;
      });
    const step =
      row === undefined
        ? null
        : stepOfCode(operators.openSecret(row.id, row.totp_secret), body.code, clock.now());
    const access = row === undefined ? null : operators.ownAccess(row.id, row);
    if (row !== undefined && row.status === "active" && access?.status !== "active")
      context.log.error(
        { operator: String(row.id) },
        "an operator has a role or an unlocking that no server gave, and is refused",
      );
    const isActive = access?.status === "active" && row?.status === "active";
    const right = isActive && check.right && step !== null;
    const opened = right ? await openSession(deps, { row, access, step, signIn }) : null;
    if (row === undefined || opened === null) {
      await auditedActions.write(
        db,
        { caller: null, address },
        { action: "signInRefused", subject: `operator ${row?.id ?? "?"}` },
      );
      return refuse("SIGN_IN_WRONG");
    }
    await attempt.succeed();
    if (check.right && (check.rehash || !own.isSealed)) {
      const newHash = await passwords.hash(body.password, ownerOf(`operator:${row.id}`));
      await db.query(sql.REHASH, [row.id, own.hash, newHash, operators.sealPassword(row.id, newHash)]);
    }
    return accept(opened);
  });
}

/** A sign-in whose credentials were right. */
interface RightSignIn {
  readonly row: SignInRow;
  readonly access: OperatorAccess;
  readonly step: number;
  readonly signIn: SignIn;
}

/**
 * Opens the session of a verified sign-in; null when its code was used before, or the credentials were changed
 * meanwhile.
 */
async function openSession(
  { db, auditedActions, sessions, signIns }: DeskDeps,
  { row, access, step, signIn }: RightSignIn,
): Promise<{ readonly token: string; readonly operator: OperatorSession } | null> {
  const { role } = row;
  const { address } = signIn.origin;
  if (!isRole(role)) throw new Error(`operator ${row.id} has the role ${role}`);
  return await db.transaction(async (tx) => {
    const used = await tx.query(sql.USE_STEP, [row.id, step, row.password_hash]);
    if (used.length === 0) return null;
    const { token, expiresAt } = await sessions.open(
      tx,
      { operatorId: row.id, accessVersion: access.version },
      address,
    );
    await signIns.remember(tx, signIn);
    const caller = { operatorId: row.id, role };
    await auditedActions.write(tx, { caller, address }, { action: "signIn", subject: `operator ${row.id}` });
    const mustChangePassword = row.must_change_password;
    return { token, operator: { id: String(row.id), name: row.name, role, mustChangePassword, expiresAt } };
  });
}

function passwordCall({
  db,
  auditedActions,
  operators,
  passwords,
  passwordSeals,
  passwordRules,
  sessions,
  attempts,
}: DeskDeps): BoundCall<typeof DESK_CALLS.changePassword> {
  return bind(DESK_CALLS.changePassword, async ({ body }, { caller, address }) => {
    const next = body.password.toLowerCase();
    if (next.includes(caller.name.toLowerCase())) return refuse("PASSWORD_IS_USERNAME");
    // Counted by session, so that strangers' attempts at this name do not block its operator.
    const subjects = { account: `desk-password:${caller.sessionId}` };
    const seconds = await attempts.begin(subjects);
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const [row] = await db.query<PasswordRow & Record<string, unknown>>(sql.READ_SECRETS, [
      caller.operatorId,
    ]);
    if (row === undefined) throw new Error(`operator ${caller.operatorId} is gone`);
    const asker = ownerOf(`operator:${caller.operatorId}`);
    const own = passwordSeals.own("operatorPassword", storedPassword(row), passwords.nobody);
    const check = await passwords.check(body.old_password, own.hash, asker).catch(async (error: unknown) => {
      await attempts.takeBack(subjects);
      throw error;
    });
    if (!check.right || body.password === body.old_password) return refuse("SIGN_IN_WRONG");
    await attempts.succeed(subjects);
    if (passwordRules.isGuessable(body.password, [caller.name])) return refuse("PASSWORD_TOO_COMMON");
    const hash = await passwords.hash(body.password, asker);
    const changed = await db.transaction(async (tx) => {
      const seal = operators.sealPassword(caller.operatorId, hash);
      const set = await tx.query(sql.SET_PASSWORD, [caller.operatorId, own.hash, hash, seal]);
      if (set.length === 0) return false;
      await sessions.endAll(tx, caller.operatorId, caller.sessionId);
      const subject = `operator ${caller.operatorId}`;
      await auditedActions.write(tx, { caller, address }, { action: "password", subject });
      return true;
    });
    return changed ? accept(null) : refuse("SIGN_IN_WRONG");
  });
}
