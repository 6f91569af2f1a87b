import { CALLS, compareNames, PICTURE_MAX_BYTES, type DocumentKind, type Identity } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import type { Database, Queries } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { accept, bind, refuse, type PlayerCalls } from "../../http/handler.ts";
import { lockCash } from "../../ledger/ledger.ts";
import type { IdentitySettings } from "../../settings/identity-settings.ts";
import type { BirthDates } from "../birth-dates.ts";
import type { Documents } from "../documents.ts";
import { isHeld, toCompare } from "../doubts.ts";
import * as sql from "../identity.sql.ts";
import { maskBirthDate, maskName, type Persons } from "../person.ts";
import type { IdentityProvider } from "../provider.ts";
import type { UnderAge } from "../under-age.ts";
import { isClosed, sendForReview, TRIES_A_DAY } from "../verification.ts";
import type { WithdrawalRule } from "../withdrawal-rule.ts";

/** The calls by which players tell who they are. */
export type IdentityCalls = PlayerCalls<"identity" | "tellIdentity" | "identityDocument" | "submitIdentity">;

/** What these calls share. */
export interface IdentityDeps extends Pick<Deps, "log"> {
  readonly db: Database;
  readonly persons: Persons;
  readonly documents: Documents;
  readonly birthDates: BirthDates;
  readonly underAge: UnderAge;
  readonly withdrawals: WithdrawalRule;
  readonly provider: IdentityProvider | null;
  readonly settings: Pick<IdentitySettings, "needed" | "above" | "documentDays">;
  readonly notify: () => void;
  /** A stored reason in the language of a call. */
  readonly reasonIn: (locale: string, stored: string) => string;
  /** Called after a player has said who they are. */
  readonly personKnown: (playerId: bigint) => Promise<void>;
}

/** Makes the calls; each replies with everything that is known. */
export function identityCalls(deps: IdentityDeps): IdentityCalls {
  const { db, persons, documents } = deps;
  return {
    identity: bind(CALLS.identity, async (_, { caller, locale }) =>
      accept(await identityOf(deps, caller.playerId, locale)),
    ),
    tellIdentity: tellCall(deps),
    identityDocument: bind(CALLS.identityDocument, async ({ body }, { caller: { playerId }, locale }) => {
      // An upload that cannot be of use is refused before two megabytes are worked on.
      if (await isClosed(db, playerId, (await persons.read(db, playerId)).state))
        return refuse("IDENTITY_CLOSED");
      const made = await documents.take(playerId, Buffer.from(body.data, "base64"));
      if (!made.ok) {
        if (made.why === "too-fast") return refuse("SERVICE_TOO_FAST", { values: { seconds: made.seconds } });
        if (made.why === "not-accepted") return refuse("PICTURE_NOT_ACCEPTED");
        return refuse("PICTURE_TOO_LARGE", { values: { megabytes: PICTURE_MAX_BYTES / 1024 / 1024 } });
      }
      const stored = await db.transaction(async (tx) => {
        if (await isClosed(tx, playerId, (await persons.lock(tx, playerId)).state)) return false;
        await documents.store(tx, playerId, { ...made, kind: body.kind });
        return true;
      });
      return stored ? accept(await identityOf(deps, playerId, locale)) : refuse("IDENTITY_CLOSED");
    }),
    submitIdentity: bind(CALLS.submitIdentity, async (_, { caller: { playerId }, locale }) => {
      const sent = await sendForReview(deps, playerId);
      if (sent.outcome === "closed") return refuse("IDENTITY_CLOSED");
      if (sent.outcome === "incomplete") return refuse("IDENTITY_INCOMPLETE");
      if (sent.outcome === "too-many") {
        const { seconds } = sent;
        return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
      }
      return accept(await identityOf(deps, playerId, locale));
    }),
  };
}

/** What was told once stays: told again it is accepted only if it is the same. */
function tellCall(deps: IdentityDeps): IdentityCalls["tellIdentity"] {
  const { db, persons, birthDates } = deps;
  return bind(CALLS.tellIdentity, async ({ body }, context) => {
    const { playerId } = context.caller;
    const told = body.birth_date;
    if (told !== undefined && !(await birthDates.isOldEnough(db, told))) {
      await deps.underAge.said({ playerId, realName: body.real_name, birthDate: told }, context);
      deps.notify();
      return refuse("UNDER_AGE", { values: { age: birthDates.minAge } });
    }
    const outcome = await db.transaction(async (tx) => {
      await lockCash(tx, playerId);
      const { realName, birthDate } = await persons.lock(tx, playerId);
      const isOtherName = realName !== null && compareNames(realName, body.real_name) !== "same";
      const isOtherDate = birthDate !== null && told !== undefined && told !== birthDate;
      if (isOtherName || isOtherDate) return "closed";
      if (birthDate === null && told === undefined) return "no-date";
      if (realName === null) await persons.storeName(tx, playerId, body.real_name);
      if (realName === null) await deps.underAge.holdNamed(tx, playerId, body.real_name);
      if (birthDate === null && told !== undefined) await persons.storeBirthDate(tx, playerId, told);
      await toCompare(tx, playerId);
      return "done";
    });
    if (outcome === "closed") return refuse("IDENTITY_CLOSED");
    if (outcome === "no-date") return refuse("BIRTH_DATE_REQUIRED");
    await deps.personKnown(playerId);
    return accept(await identityOf(deps, playerId, context.locale));
  });
}

interface DocumentRow {
  readonly id: bigint;
  readonly kind: DocumentKind;
  readonly created: bigint;
  readonly submission_id: bigint | null;
  readonly outcome: "verified" | "refused" | "dropped" | null;
  readonly is_erased: boolean;
}

async function identityOf(
  { db, persons, withdrawals, settings, reasonIn }: IdentityDeps,
  playerId: bigint,
  locale: string,
): Promise<Identity> {
  const { realName, birthDate, state } = await persons.read(db, playerId);
  const { needed } = await withdrawals.judge(db, playerId, 0n);
  const [recent] = await db.query<{ tries: number }>(sql.RECENT, [playerId]);
  const reason = state === "refused" ? await reasonOf(db, playerId) : null;
  return {
    state,
    needed: needed || (await isHeld(db, playerId)),
    neededAbove: settings.above === 0n ? null : formatMoney(settings.above),
    birthDate: birthDate === null ? null : maskBirthDate(birthDate),
    realName: realName === null ? null : maskName(realName),
    documents: await documentsOf(db, playerId),
    ...(reason === null ? {} : { reason: reasonIn(locale, reason) }),
    triesLeft: Math.max(0, TRIES_A_DAY - (recent?.tries ?? 0)),
    documentDays: settings.documentDays,
  };
}

async function documentsOf(db: Queries, playerId: bigint): Promise<Identity["documents"]> {
  const rows = await db.query<DocumentRow & Record<string, unknown>>(sql.DOCUMENTS, [playerId]);
  return rows
    .filter((row) => !(row.is_erased && row.submission_id === null))
    .flatMap(({ id, kind, created, submission_id: sent, outcome }) =>
      outcome === "dropped"
        ? []
        : [
            {
              id: String(id),
              kind,
              state: sent === null ? "uploaded" : (outcome ?? "inReview"),
              uploadedAt: Number(created),
            },
          ],
    );
}

async function reasonOf(db: Queries, playerId: bigint): Promise<string | null> {
  const [row] = await db.query<{ reason: string }>(sql.NEWEST, [playerId]);
  return row?.reason ?? null;
}
