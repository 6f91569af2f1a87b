import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import * as sql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { ownerOf } from "../hash-turns.ts";
import { refuseTransPassword } from "../trans-password-refusal.ts";

export function bindUpdateTransPwd({
  db,
  passwords,
  passwordSeals,
  transPasswords,
  settings,
}: AccountsDeps): BoundCall<typeof CALLS.updateTransPwd> {
  return bind(CALLS.updateTransPwd, async ({ body }, { caller, locale }) => {
    const { playerId } = caller;
    const check = await transPasswords.check(playerId, body.old_pwd);
    if (!check.right) return refuseTransPassword(check, locale, settings.timeZone);
    const newHash = await passwords.hash(body.password, ownerOf(`player:${playerId}`));
    const changed = await db.transaction(async (tx) => {
      const [row] = await tx.query(sql.CHANGE_TRANS_PASSWORD, [
        playerId,
        check.storedHash,
        newHash,
        passwordSeals.seal("transPassword", playerId, newHash),
      ]);
      if (row === undefined) return false;
      await sendMessage(tx, { playerId, template: "withdrawalPasswordChanged", values: {} });
      return true;
    });
    // A concurrent change was first: what was checked is no longer the password.
    if (changed) return accept(null);
    return refuse("TRANS_PASSWORD_WRONG", { values: { triesLeft: "5" }, data: { triesLeft: 5 } });
  });
}
