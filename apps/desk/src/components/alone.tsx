import { Box, Typography } from "@mui/material";
import { DESK_CALLS, secondBecause, type AloneBounds, type WireAloneBounds } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { parseMoney } from "@lotus/money";
import { useMay } from "../actions/why-not.ts";
import { useConfig } from "../shell/use-config.ts";
import { useI18n, type WordValues } from "../i18n/use-i18n.ts";
import type { WordKey } from "../i18n/i18n.ts";
import { useCall } from "./use-call.ts";

type MoneySum = "recharges" | "withdrawals" | "gifts";

const ACTION_OF = {
  recharges: "recharge.pass",
  withdrawals: "withdrawal.pass",
  gifts: "gift.give",
} as const;

/** What the operator may still do alone today; undefined until loaded. */
export function useAlone(playerId?: string): CallData<typeof DESK_CALLS.alone> | undefined {
  return useCall(DESK_CALLS.alone, { query: playerId === undefined ? {} : { playerId } }).data;
}

/** How much of the daily limit the operator has used alone; renders nothing for a role without the action. */
export function AloneToday({ of }: { readonly of: MoneySum }) {
  const may = useMay();
  return may(ACTION_OF[of]) ? <Used of={of} /> : null;
}

function Used({ of }: { readonly of: MoneySum }) {
  const t = useI18n();
  const { money } = useConfig();
  const sum = useAlone()?.[of].operator;
  if (sum === undefined) return null;
  const { used, most } = { used: Number(sum.used), most: Number(sum.most) };
  const full = used >= most;
  const label = t("alone.used", { used: money(sum.used), most: money(sum.most) });
  return (
    <Box sx={{ display: "grid", gap: 0.5, maxWidth: 420 }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box
        component="meter"
        aria-label={label}
        min={0}
        max={Math.max(most, 1)}
        value={most === 0 ? 1 : Math.min(used, most)}
        sx={({ palette }) => {
          const filled = { background: full ? palette.warning.main : palette.primary.main };
          const ground = { height: "100%", border: 0, borderRadius: 1, background: palette.divider };
          return {
            width: "100%",
            height: 4,
            appearance: "none",
            borderRadius: 1,
            background: palette.divider,
            "&::-webkit-meter-inner-element": { display: "block", height: "100%" },
            "&::-webkit-meter-bar": ground,
            "&::-webkit-meter-optimum-value": filled,
            "&::-moz-meter-bar": filled,
          };
        }}
      />
    </Box>
  );
}

/** Parses the limits of the wire for computing. */
export function boundsOf({ single, operator, player }: WireAloneBounds): AloneBounds {
  const filled = ({ used, most }: WireAloneBounds["player"]) => ({
    used: amountOf(used),
    most: amountOf(most),
  });
  return { single: amountOf(single), operator: filled(operator), player: filled(player) };
}

/** Why an amount needs two people under these limits, as text with figures; undefined when one is enough. */
export function twoBecause(
  t: (key: WordKey, values?: WordValues) => string,
  money: (wire: string) => string,
  amount: bigint,
  bounds: WireAloneBounds | null | undefined,
): string | undefined {
  if (bounds === null || bounds === undefined) return undefined;
  const because = secondBecause(amount, boundsOf(bounds));
  if (because === null) return undefined;
  if (because === "amount") return t("alone.amount", { most: money(bounds.single) });
  const { used, most } = bounds[because];
  return t(`alone.${because}`, { used: money(used), most: money(most) });
}

/** Parses money of the wire; 0n for anything else. */
export function amountOf(wire: string): bigint {
  const read = parseMoney(wire);
  return read.ok ? read.value : 0n;
}
