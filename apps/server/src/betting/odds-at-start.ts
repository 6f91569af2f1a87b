import { GAMES, paysStake } from "@lotus/games";
import type { Logger } from "pino";
import type { Queries } from "../db/database.ts";
import { StartupError } from "../settings/startup-error.ts";
import { closedGames, highestPlan, overInTotal, type OverWhole } from "./margins.ts";
import type { OddsByGame } from "./odds.ts";

interface InitialOddsOptions {
  readonly db: Queries;
  readonly log: Pick<Logger, "error">;
  readonly timeZone: string;
  readonly firstPlanSum: number;
}

/**
 * Checks the odds at the start of a server against its plans. Nothing new may return 100 % together with a plan:
 * neither the plan of the settings nor odds that a release adds. If published odds already did so, the server starts,
 * as this can only be corrected at its desk; stakes at such odds earn no rebate and no commission meanwhile. Published
 * odds below the stake, which older releases accepted, are named for the same reason.
 */
export function holdAtStart(
  options: InitialOddsOptions,
): (offered: OddsByGame, before: OddsByGame | undefined) => Promise<void> {
  const { db, log, timeZone, firstPlanSum } = options;
  return async (offered, before) => {
    for (const figure of figuresBelowStake(offered))
      log.error({ figure }, `${figure} pays less than the stake: publish odds of 1 or more at the desk`);
    const published = await highestPlan(db, timeZone);
    const closed = await closedGames(db);
    const plan = { planSum: published ?? firstPlanSum, closed };
    const over = overInTotal(offered, plan);
    if (over === undefined) return;
    if (published === null) {
      throw new StartupError(
        `REBATE_PERCENT and COMMISSION_PERCENTS come to ${over.plan} % together, and ${textOf(over)}: set them lower`,
      );
    }
    const fresh = overInTotal(offered, { ...plan, before });
    if (fresh !== undefined) {
      throw new StartupError(
        `this release brings odds at which ${textOf(fresh)}: publish a lower plan at the desk of the release before`,
      );
    }
    log.error({ over }, `${textOf(over)}: publish lower odds or a lower plan at the desk`);
  };
}

function figuresBelowStake(offered: OddsByGame): readonly string[] {
  return GAMES.flatMap(({ code }) =>
    Object.entries(offered[code] ?? {}).flatMap(([option, table]) =>
      Object.entries(table).flatMap(([key, odds]) => (paysStake(odds) ? [] : [`${code} ${option} ${key}`])),
    ),
  );
}

function textOf({ game, option, key, returned, plan, excess }: OverWhole): string {
  return `${game} ${option} ${key} returns ${returned} %: with a plan of ${plan} % that is ${excess} % too much, for they must stay under 100 %`;
}
