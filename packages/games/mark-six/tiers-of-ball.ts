import type { Chance, Tier } from "../bet.ts";
import { fraction } from "../fraction.ts";
import type { TickTier, Verdict } from "../ticks.ts";
import { BALLS } from "./mark-six.ts";

/**
 * The tiers of bets on a single ball, with the chances counted over the 49 balls: in the order in which the
 * items first name them, and so with the classes of each.
 */
export function tiersOfBall(
  items: readonly string[],
  tierOf: (item: string) => TickTier,
  judge: (item: string, ball: number) => Verdict,
): readonly Tier[] {
  const tiers = new Map<string, Map<string | undefined, Chance>>();
  for (const item of items) {
    const { tier, class: className } = tierOf(item);
    const classes = tiers.get(tier) ?? new Map<string | undefined, Chance>();
    tiers.set(tier, classes);
    if (classes.has(className)) continue;
    const verdicts = BALLS.map((ball) => judge(item, Number(ball)));
    const chanceOf = (wanted: Verdict) =>
      fraction(verdicts.filter((verdict) => verdict === wanted).length, BALLS.length);
    const refund = chanceOf("refunded");
    classes.set(className, {
      ...(className === undefined ? {} : { class: className }),
      p: chanceOf("wins"),
      ...(refund.num === 0n ? {} : { refund }),
    });
  }
  return [...tiers].map(([code, classes]) => ({ code, classes: [...classes.values()] }));
}
