import { TextField } from "@mui/material";
import { DESK_CALLS, type GameRecord } from "@lotus/contract/desk";
import { displayMoney, formatMoney, parseMoney, parseMoneyInput } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

const FIELDS = ["minBet", "maxBet", "maxPayout"] as const;
type Field = (typeof FIELDS)[number];

/** Least and most stake of a bet, and the most an order may win. */
export function LimitsButton({ game }: { readonly game: GameRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const { locale, currency } = useConfig();
  const shown = (wire: string) => {
    const parsed = parseMoney(wire);
    return parsed.ok ? displayMoney(parsed.value, locale) : wire;
  };
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const textOf = (field: Field) => typed[field] ?? shown(game[field]);
  const read = (field: Field) => {
    const parsed = parseMoneyInput(textOf(field), locale);
    return parsed.ok && parsed.value > 0n ? formatMoney(parsed.value) : undefined;
  };
  const [minBet, maxBet, maxPayout] = FIELDS.map(read);
  return (
    <ActionButton
      action="game.limits"
      summary={game.id}
      ready={minBet !== undefined && maxBet !== undefined && maxPayout !== undefined}
      fields={FIELDS.map((field) => (
        <TextField
          key={field}
          label={`${t(`game.${field}`)} (${currency})`}
          value={textOf(field)}
          error={read(field) === undefined}
          onChange={({ target }) => setTyped((before) => ({ ...before, [field]: target.value }))}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      ))}
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.limitGame,
          {
            params: { id: game.id },
            body: { min_bet: minBet ?? "", max_bet: maxBet ?? "", max_payout: maxPayout ?? "", reason },
          },
          { idempotencyKey },
        )
      }
      onDone={() => setTyped({})}
    />
  );
}
