import type { Logger } from "pino";
import type { Queries } from "../db/database.ts";
import { StartupError } from "../settings/startup-error.ts";
import { closedGames, highestPlan, overInTotal, type OverWhole } from "./margins.ts";
import type { OddsByGame } from "./odds.ts";

/** What the start of a server holds its odds against. */
interface InitialOddsOptions {
  readonly db: Queries;
  readonly log: Pick<Logger, "error">;
  readonly timeZone: string;
  readonly firstPlanSum: number;
}

/**
 * Holds what a server is about to offer against its plans. Nothing new begins that gives back 100 % with a plan: not the
 * plan of the settings, and no odds that a release brings. A server that stood so before goes on, for its desk is the
 * place to put it right; stakes at such odds count for no rebate and no commission meanwhile.
 */
export function holdAtStart(
  options: InitialOddsOptions,
): (offered: OddsByGame, before: OddsByGame | undefined) => Promise<void> {
  const { db, log, timeZone, firstPlanSum } = options;
  return async (offered, before) => {
    const kept = await highestPlan(db, timeZone);
    const closed = await closedGames(db);
    const plan = { planSum: kept ?? firstPlanSum, closed };
    const over = overInTotal(offered, plan);
    if (over === undefined) return;
    if (kept === null) {
      throw new StartupError(
        `REBATE_PERCENT and COMMISSION_PERCENTS come to ${over.plan} % together, and ${says(over)}: set them lower`,
      );
    }
    const fresh = overInTotal(offered, { ...plan, before });
    if (fresh !== undefined) {
      throw new StartupError(
        `this release brings odds at which ${says(fresh)}: publish a lower plan at the desk of the release before`,
      );
    }
    log.error({ over }, `${says(over)}: publish lower odds or a lower plan at the desk`);
  };
}

function says({ game, option, key, returned, plan, excess }: OverWhole): string {
  return `${game} ${option} ${key} returns ${returned} %: with a plan of ${plan} % that is ${excess} % too much, for they must stay under 100 %`;
}
