import { Alert, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { amountOf } from "../components/alone.tsx";
import { useCall } from "../components/use-call.ts";
import { periodNameOf } from "../i18n/i18n.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

export type Cost = CallData<typeof DESK_CALLS.periodRange>;

/** Bets come every second, and no event tells the desk of them. */
const EVERY_MS = 2_000;

/** What voiding these periods costs now, asked again as long as it is shown. */
export function useVoidCost(ids: readonly string[]) {
  return useCall(
    DESK_CALLS.periodRange,
    { query: { ids: ids.join(",") } },
    { everyMs: EVERY_MS, untold: true, enabled: ids.length > 0 },
  );
}

/**
 * The most that may go back when the cost shown is confirmed: sale goes on until the click has arrived, so a tenth more. Above it
 * the server refuses, and the person is asked again.
 */
export function mostOf({ stake }: Pick<Cost, "stake">): string {
  return formatMoney((amountOf(stake) * 11n + 9n) / 10n);
}

/** The stakes that go back now, those that the first person agreed to, and the periods that can no longer be voided. */
export function VoidCost({ cost }: { readonly cost: Cost }) {
  const t = useI18n();
  const { money } = useConfig();
  const open = cost.list.filter(({ isOpen }) => isOpen);
  const asked = open.flatMap(({ voidAsked }) => voidAsked ?? []);
  const seen = asked.flatMap(({ stake }) => (stake === null ? [] : amountOf(stake)));
  const dropped = cost.list.filter(({ isOpen, state }) => !isOpen && state !== "voided");
  return (
    <>
      <Typography sx={{ mb: 1 }}>
        <strong>
          {t("voids.cost", {
            stake: money(cost.stake),
            players: cost.players,
            orders: cost.orders,
            periods: cost.periods,
          })}
        </strong>{" "}
        {cost.periods > 0 && t("voids.goesOn", { most: money(mostOf(cost)) })}
      </Typography>
      {asked[0] !== undefined && seen.length === open.length && (
        <Typography sx={{ mb: 1 }}>
          {t("voids.firstSaw", {
            name: asked[0].operator.name,
            stake: money(formatMoney(seen.reduce((sum, stake) => sum + stake, 0n))),
          })}
        </Typography>
      )}
      {dropped.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t("voids.dropped", {
            periods: dropped
              .map(
                ({ id, stake, state }) =>
                  `${periodNameOf(id)} (${t(`period.state.${state}`)}, ${money(stake)})`,
              )
              .join("; "),
          })}
        </Alert>
      )}
    </>
  );
}
