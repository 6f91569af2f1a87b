import { DESK_CALLS } from "@lotus/contract/desk";
import { ownerOf } from "../../accounts/accounts.ts";
import { addressSubject } from "../../http/client-address.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { ShownCode } from "./enrolments.ts";
import { otpauthUri, stepOfCode } from "./totp.ts";

/** Calls by which operators set their credentials, which nobody else ever sees. */
export function enrolmentCalls(deps: DeskDeps) {
  return { beginEnrolment: beginCall(deps), finishEnrolment: finishCall(deps) };
}

interface TypedHalves {
  readonly name: string;
  readonly first_half: string;
  readonly second_half: string;
}

function shownCode({ name, first_half: first, second_half: second }: TypedHalves): ShownCode {
  return { name, first, second };
}

/**
 * Wrong codes are slowed down like wrong passwords, but counted separately from sign-ins and by address: halves are too
 * long to be guessed, and attempts from elsewhere must not keep anybody from enrolling.
 */
function subjectsOf({ name }: TypedHalves, address: string) {
  return { account: `enrol:${name.toLowerCase()}@${addressSubject(address)}`, address };
}

function beginCall({
  db,
  auditedActions,
  enrolments,
  config,
  attempts,
}: DeskDeps): BoundCall<typeof DESK_CALLS.beginEnrolment> {
  return bind(DESK_CALLS.beginEnrolment, async ({ body }, { address }) => {
    const subjects = subjectsOf(body, address);
    const seconds = await attempts.begin(subjects);
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const begun = await db.transaction(async (tx) => {
      const held = await enrolments.hold(tx, shownCode(body));
      if (held !== null) return { name: held.name, secret: await enrolments.newSecret(tx, held) };
      // Committed together with the count of wrong attempts, so that the log reveals a leaked half.
      await auditedActions.write(
        tx,
        { caller: null, address },
        { action: "enrolRefused", subject: "operator ?", detail: { name: body.name } },
      );
      return null;
    });
    if (begun === null) return refuse("ENROLMENT_WRONG");
    await attempts.succeed(subjects);
    return accept({ name: begun.name, otpauthUri: otpauthUri({ title: config.title, ...begun }) });
  });
}

/** Completes an enrolment: a code of the new authenticator proves that it is set up, and is used up. */
function finishCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.finishEnrolment> {
  const { db, clock, auditedActions, enrolments, operators, passwords, passwordRules, attempts } = deps;
  return bind(DESK_CALLS.finishEnrolment, async ({ body }, { address }) => {
    if (body.password.toLowerCase().includes(body.name.toLowerCase())) return refuse("PASSWORD_IS_USERNAME");
    const subjects = subjectsOf(body, address);
    const seconds = await attempts.begin(subjects);
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const shown = shownCode(body);
    const seen = await db.transaction((tx) => enrolments.hold(tx, shown));
    if (seen === null || seen.totpSecret === null) return refuse("ENROLMENT_WRONG");
    if (stepOfCode(seen.totpSecret, body.code, clock.now()) === null) return refuse("ENROLMENT_CODE_WRONG");
    if (passwordRules.isGuessable(body.password, [body.name])) {
      await attempts.takeBack(subjects);
      return refuse("PASSWORD_TOO_COMMON");
    }
    const hash = await passwords
      .hash(body.password, ownerOf(`operator:${seen.operatorId}`))
      .catch(async (error: unknown) => {
        await attempts.takeBack(subjects);
        throw error;
      });
    const outcome = await db.transaction(async (tx) => {
      const held = await enrolments.hold(tx, shown);
      if (held === null || held.totpSecret === null) return "wrong";
      // The enrolment may have been restarted while the password was hashed.
      const step = stepOfCode(held.totpSecret, body.code, clock.now());
      if (step === null) return "code";
      const caller = await operators.enrol(tx, held.operatorId, { hash, totpSecret: held.totpSecret, step });
      if (caller === null) return "wrong";
      await enrolments.useUp(tx, held);
      await auditedActions.write(
        tx,
        { caller, address },
        { action: "enrol", subject: `operator ${held.operatorId}` },
      );
      return "done";
    });
    if (outcome === "wrong") return refuse("ENROLMENT_WRONG");
    if (outcome === "code") return refuse("ENROLMENT_CODE_WRONG");
    await attempts.succeed(subjects);
    return accept(null);
  });
}
