import { TableCell, TableRow } from "@mui/material";
import { DESK_CALLS, type PlanRecord } from "@lotus/contract/desk";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { NewPlan } from "./new-plan.tsx";

const SHOWN = 20;
const TONES: Readonly<Record<PlanRecord["state"], Tone>> = {
  inForce: "good",
  coming: "info",
  past: "quiet",
  replaced: "quiet",
};

/** The versions of the plan, newest first, and the form that publishes one from tomorrow on. */
export function PlansCard() {
  const t = useI18n();
  const { day, decimal } = useConfig();
  const { data, reload } = useCall(DESK_CALLS.agentPlans, { query: { pageSize: SHOWN } });
  const plans = data?.list ?? [];
  const current = plans.find(({ state }) => state === "inForce");
  return (
    <TableCard
      title={t("plan.title")}
      action={<NewPlan key={current?.id ?? ""} current={current} onPublished={reload} />}
      heads={[
        "plan.fromDay",
        "plan.state",
        { right: "agent.rebate" },
        { right: "plan.levels" },
        "odds.by",
        "action.reason",
      ]}
    >
      {plans.map(({ id, fromDay, state, rebatePercent, levels, operator, reason }) => (
        <TableRow key={id}>
          <TableCell>{day(fromDay)}</TableCell>
          <TableCell>
            <StateChip tone={TONES[state]} label={t(`plan.state.${state}`)} />
          </TableCell>
          <TableCell align="right">{decimal(rebatePercent)} %</TableCell>
          <TableCell align="right">
            {levels.map(({ percent }) => `${decimal(percent)} %`).join(" · ") || "–"}
          </TableCell>
          <TableCell>{operator?.name ?? t("odds.byHouse")}</TableCell>
          <TableCell sx={{ overflowWrap: "anywhere" }}>{reason ?? "–"}</TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}
