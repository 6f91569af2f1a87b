import { refuse, type CallContext, type Refused } from "../http/handler.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { refuseTransPassword } from "./trans-password-refusal.ts";

type GuardRefusal = Refused<
  "TOO_MANY_ATTEMPTS" | "TRANS_PASSWORD_REQUIRED" | "TRANS_PASSWORD_WRONG" | "TRANS_PASSWORD_LOCKED"
>;

/**
 * Guards the binding of a contact, the first one as well: whoever reads the account's mail can replace its password, so
 * a stolen session must not bind anything. Attempts are counted, since each reply reveals whether a contact is in use.
 * @returns the refusal, or undefined when it may proceed
 */
export async function guardContact(
  { attempts, transPasswords, settings }: AccountsDeps,
  {
    caller,
    address,
    device,
    locale,
  }: Pick<CallContext, "address" | "device" | "locale"> & {
    caller: { playerId: bigint };
  },
  transPassword: string | undefined,
): Promise<GuardRefusal | undefined> {
  if (transPassword === undefined) return refuse("TRANS_PASSWORD_REQUIRED");
  const seconds = await attempts.begin({ account: `contact:${caller.playerId}`, address, device });
  if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
  const check = await transPasswords.check(caller.playerId, transPassword);
  return check.right ? undefined : refuseTransPassword(check, locale, settings.timeZone);
}
