import { Box, TextField } from "@mui/material";
import { DESK_CALLS, type PlanRecord } from "@lotus/contract/desk";
import { displayMoney, formatMoney, parseMoney, parseMoneyInput, tidyTyped } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

const LEVELS = [1, 2, 3, 4, 5] as const;

interface NewPlanProps {
  /** The plan in force: the initial values of the fields. */
  readonly current: PlanRecord | undefined;
  readonly onPublished: () => void;
}

/** Percentages have two decimals like money and are parsed and formatted like it: "0,30" or "0.30". */
export function NewPlan({ current, onPublished }: NewPlanProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { locale } = useConfig();
  const shown = (wire: string | undefined) => {
    const parsed = parseMoney(wire ?? "0.00");
    return parsed.ok ? displayMoney(parsed.value, locale) : "";
  };
  const [rebate, setRebate] = useState(shown(current?.rebatePercent));
  const [levels, setLevels] = useState(
    LEVELS.map((level) => shown(current?.levels.find((each) => each.level === level)?.percent)),
  );
  const read = (text: string) => {
    const parsed = parseMoneyInput(tidyTyped(text) === "" ? "0" : text, locale);
    return parsed.ok && parsed.value < 100_00n ? formatMoney(parsed.value) : undefined;
  };
  const percents = levels.map(read);
  // Trailing levels of zero are dropped.
  const last = percents.findLastIndex((percent) => percent !== "0.00");
  const rebatePercent = read(rebate);
  return (
    <ActionButton
      action="agents.plan"
      variant="main"
      summary={t("plan.hint")}
      ready={rebatePercent !== undefined && percents.every((percent) => percent !== undefined)}
      fields={
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: "0 12px" }}>
          <Percent
            label={t("agent.rebate")}
            value={rebate}
            bad={rebatePercent === undefined}
            onChange={setRebate}
          />
          {LEVELS.map((level, index) => (
            <Percent
              key={level}
              label={t("plan.level", { level })}
              value={levels[index] ?? ""}
              bad={percents[index] === undefined}
              onChange={(text) => setLevels(levels.map((each, at) => (at === index ? text : each)))}
            />
          ))}
        </Box>
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.publishAgentPlan,
          {
            body: {
              rebate_percent: rebatePercent ?? "",
              commission_percents: percents.slice(0, last + 1).map((percent) => percent ?? ""),
              reason,
            },
          },
          { idempotencyKey },
        )
      }
      onDone={onPublished}
    />
  );
}

interface PercentProps {
  readonly label: string;
  readonly value: string;
  readonly bad: boolean;
  readonly onChange: (text: string) => void;
}

function Percent({ label, value, bad, onChange }: PercentProps) {
  return (
    <TextField
      label={`${label} (%)`}
      value={value}
      error={bad}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20, style: { textAlign: "right" } } }}
    />
  );
}
