import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import * as sql from "../players.sql.ts";
import type { Rooms } from "../rooms.ts";

export function bindUpdateTransPwd({ db, passwords, transPasswords, settings }: Rooms): BoundCall {
  return bind(CALLS.updateTransPwd, async ({ body }, { caller, locale }) => {
    const { playerId } = caller;
    const check = await transPasswords.check(playerId, body.old_pwd);
    if (!check.right) {
      if (!("untilMs" in check))
        return refuse("TRANS_PASSWORD_WRONG", { data: { triesLeft: check.triesLeft } });
      return refuse("TRANS_PASSWORD_LOCKED", {
        values: { until: instantText(check.untilMs, locale, settings.timeZone) },
        data: { until: check.untilMs },
      });
    }
    const kept = await passwords.hash(body.password);
    const [changed] = await db.query(sql.CHANGE_TRANS_PASSWORD, [playerId, check.kept, kept]);
    // Another change came first: what was checked is no longer the password.
    return changed === undefined ? refuse("TRANS_PASSWORD_WRONG", { data: { triesLeft: 5 } }) : accept(null);
  });
}

/** An instant as a text names it, on the house's clock. */
function instantText(epochMs: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short", timeZone }).format(
    epochMs,
  );
}
