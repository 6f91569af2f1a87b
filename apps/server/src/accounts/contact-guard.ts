import { refuse, type CallContext, type Refused } from "../http/handler.ts";
import type { Rooms } from "./rooms.ts";
import { refuseTransPassword } from "./trans-refusal.ts";

type GuardRefusal = Refused<
  "TOO_MANY_ATTEMPTS" | "TRANS_PASSWORD_REQUIRED" | "TRANS_PASSWORD_WRONG" | "TRANS_PASSWORD_LOCKED"
>;

/**
 * Guards the binding of a contact: its tries are counted, since each answer tells whether somebody has it, and a
 * contact that takes the place of another asks for the withdrawal password.
 * @returns what to refuse with, or undefined when it may go on
 */
export async function guardContact(
  { tries, transPasswords, settings }: Rooms,
  {
    caller,
    address,
    device,
    locale,
  }: Pick<CallContext, "address" | "device" | "locale"> & {
    caller: { playerId: bigint };
  },
  change: { readonly isChange: boolean; readonly transPassword: string | undefined },
): Promise<GuardRefusal | undefined> {
  const seconds = await tries.begin({ account: `contact:${caller.playerId}`, address, device });
  if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
  if (!change.isChange) return undefined;
  if (change.transPassword === undefined) return refuse("TRANS_PASSWORD_REQUIRED");
  const check = await transPasswords.check(caller.playerId, change.transPassword);
  return check.right ? undefined : refuseTransPassword(check, { locale, timeZone: settings.timeZone });
}
