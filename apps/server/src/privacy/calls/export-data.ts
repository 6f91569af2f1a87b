import { CALLS } from "@lotus/contract";
import { instantText, refuseTransPassword, type Accounts } from "../../accounts/accounts.ts";
import type { Database } from "../../db/database.ts";
import { accept, bind, refuse, type PlayerCalls } from "../../http/handler.ts";
import type { PrivacySettings } from "../../settings/privacy-settings.ts";
import { EXPORTS_A_DAY, type DataExports } from "../exports/data-exports.ts";

export interface ExportDeps {
  readonly db: Database;
  readonly accounts: Pick<Accounts, "checkTransPassword">;
  readonly exports: DataExports;
  readonly timeZone: string;
  readonly settings: PrivacySettings;
}

/**
 * The calls of a player's archive. A session alone shows its state: whoever has stolen one gets neither a new archive nor
 * one that is there.
 */
export function exportCalls({
  db,
  accounts,
  exports,
  timeZone,
  settings,
}: ExportDeps): PlayerCalls<"exportData" | "exportState" | "exportTicket"> {
  const keeps = {
    export: settings.keepExportsDays,
    closed: settings.keepClosedDays,
    addresses: settings.keepAddressesDays,
    messages: settings.keepMessagesDays,
    conversations: settings.keepConversationsDays,
  };
  const stateOf = async (playerId: bigint) => ({ ...(await exports.stateOf(playerId)), keeps });
  return {
    exportData: bind(CALLS.exportData, async ({ body }, { caller: { playerId }, locale }) => {
      const check = await accounts.checkTransPassword(playerId, body.trans_password);
      if (!check.right) return refuseTransPassword(check, locale, timeZone);
      const asking = await db.transaction((tx) => exports.ask(tx, { playerId, operatorId: null, locale }));
      if (asking.outcome === "making") return refuse("EXPORT_MAKING");
      if (asking.outcome === "too-often") {
        const next = instantText(asking.nextAt, locale, timeZone);
        return refuse("EXPORT_TOO_OFTEN", { values: { count: EXPORTS_A_DAY, next } });
      }
      exports.wake();
      return accept(await stateOf(playerId));
    }),
    exportState: bind(CALLS.exportState, async (_, { caller: { playerId } }) =>
      accept(await stateOf(playerId)),
    ),
    exportTicket: bind(CALLS.exportTicket, async ({ body }, { caller: { playerId }, locale }) => {
      const check = await accounts.checkTransPassword(playerId, body.trans_password);
      if (!check.right) return refuseTransPassword(check, locale, timeZone);
      const ticket = await exports.ticket(playerId);
      return ticket === null ? refuse("EXPORT_UNKNOWN") : accept({ ticket });
    }),
  };
}
