import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { BriefReplies } from "../../http/brief-replies.ts";
import { acceptRaw, bind, type BoundCall } from "../../http/handler.ts";
import { newestWins } from "../big-wins.ts";
import type { InboxDeps } from "../inbox-deps.ts";

const SHOWN = 20;
const FRESH_MS = 5_000;

/** GET the newest large wins; public. */
export function recentWinsCall({ db, wording, nameOf, now }: InboxDeps): BoundCall<typeof CALLS.recentWins> {
  const replies = new BriefReplies({
    now,
    freshMs: FRESH_MS,
    read: async (tag) => {
      const locale = wording.localeOf(tag);
      const rows = await newestWins(db, SHOWN);
      return rows.map(({ player, game, period_no, payout, created }) => ({
        player,
        gameCode: game,
        gameName: nameOf(game, locale),
        prizeNo: period_no,
        payout: formatMoney(payout),
        time: Number(created),
      }));
    },
  });
  return bind(CALLS.recentWins, async (_request, { locale }) =>
    acceptRaw(await replies.of(wording.localeOf(locale))),
  );
}
