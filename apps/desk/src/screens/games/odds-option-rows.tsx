import { Box, TableCell, TableRow, TextField } from "@mui/material";
import type { OddsRecord } from "@lotus/contract/desk";
import { memo, useMemo } from "react";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { returnsOf } from "./odds-returns.ts";

interface OddsOptionRowsProps {
  readonly gameId: string;
  readonly planPercent: string;
  readonly option: OddsRecord["options"][number];
  readonly typed: Readonly<Record<string, string>> | undefined;
  readonly onType: (option: string, key: string, text: string) => void;
}

/** The figures of one option; each keystroke works out this option alone. */
export const OddsOptionRows = memo(function OddsOptionRows(props: OddsOptionRowsProps) {
  const { gameId, planPercent, option, typed, onType } = props;
  const t = useI18n();
  const { locale, odds: showOdds, decimal: showPercent } = useConfig();
  const returns = useMemo(
    () => returnsOf(gameId, option, { typed, planPercent, locale }),
    [gameId, option, typed, planPercent, locale],
  );
  const name = option.name ?? option.option;
  return option.figures.map(({ key, name: keyName, odds, probability, returnPercent }, index) => {
    const over = returns.over[key];
    const low = returns.low.includes(key);
    const wrong = over !== undefined || low || returns.unreadable.includes(key);
    return (
      <TableRow key={key} hover>
        <TableCell>{index === 0 ? name : ""}</TableCell>
        <TableCell>{keyName ?? key}</TableCell>
        <TableCell align="right">{probability}</TableCell>
        <TableCell align="right">{showOdds(odds)}</TableCell>
        <TableCell align="right" sx={{ width: 120 }}>
          <TextField
            value={typed?.[key] ?? ""}
            placeholder={showOdds(odds)}
            error={wrong}
            onChange={(event) => onType(option.option, key, event.target.value)}
            margin="none"
            slotProps={{
              htmlInput: {
                "aria-label": t("odds.newOf", { option: name, key: keyName ?? key }),
                inputMode: "decimal",
                maxLength: 14,
                style: { textAlign: "right", padding: "4px 8px" },
              },
            }}
          />
        </TableCell>
        <TableCell align="right">
          <Box
            component="span"
            role={wrong ? "alert" : undefined}
            sx={{ fontWeight: 600, color: wrong ? "error.light" : "text.primary", whiteSpace: "nowrap" }}
          >
            {showPercent(typed === undefined ? returnPercent : (returns.percents[key] ?? "–"))} %
            {over !== undefined &&
              ` ${t(over.withPlan ? "odds.overWithPlan" : "odds.over", {
                plan: showPercent(planPercent),
                excess: showPercent(over.percent),
              })}`}
            {low && ` ${t("odds.low")}`}
          </Box>
        </TableCell>
      </TableRow>
    );
  });
});
