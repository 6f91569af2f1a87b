import { CALLS, HARM_SIGNALS, type HarmSignal } from "@lotus/contract";
import type { Database } from "../../db/database.ts";
import { accept, bind, type PlayerCalls } from "../../http/handler.ts";
import * as sql from "../harm.sql.ts";

/** What players read of their own markers, and their answer to an offer of limits. Nobody else's are within reach. */
export function careCalls({ db }: { readonly db: Database }): PlayerCalls<"care" | "careSeen"> {
  return {
    care: bind(CALLS.care, async (_, { caller }) => {
      const [row] = await db.query<{
        level: number;
        reasons: readonly { signal: string; value: number }[];
        offer: boolean;
      }>(sql.CARE, [caller.playerId]);
      if (row === undefined || row.level === 0) return accept({ level: 0, reasons: [], offer: false });
      const reasons = row.reasons.flatMap(({ signal, value }) =>
        isSignal(signal) ? [{ signal, value }] : [],
      );
      return accept({ level: row.level, reasons, offer: row.offer });
    }),
    careSeen: bind(CALLS.careSeen, async (_, { caller }) => {
      await db.query(sql.ANSWER, [caller.playerId]);
      return accept({});
    }),
  };
}

/** A marker that this version does not know was stored by a newer one. */
function isSignal(name: string): name is HarmSignal {
  return HARM_SIGNALS.some((signal) => signal === name);
}
