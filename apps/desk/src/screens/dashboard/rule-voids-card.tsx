import { Box, TableCell, TableRow, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { Link } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Amount } from "../../components/amount.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { RuleVoidCause } from "../../features/rule-void-cause.tsx";
import { periodNameOf } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useDesk } from "../../shell/desk.ts";
import type { DashboardData } from "./dashboard-data.ts";

type RuleVoid = DashboardData["ruleVoids"]["list"][number];

/** Periods that the rules made void, each with its cause, until somebody has seen them. */
export function RuleVoidsCard({ ruleVoids: { count, list } }: Pick<DashboardData, "ruleVoids">) {
  const t = useI18n();
  const { call } = useDesk();
  if (count === 0) return null;
  const ids = list.map(({ id }) => id);
  return (
    <Box sx={{ "& > .MuiCard-root": { borderLeft: 4, borderLeftColor: "error.main" } }}>
      <TableCard
        title={`${t("ruleVoid.title")}: ${count}`}
        action={
          <ActionButton
            action="period.seen"
            state="unseen"
            label={t("ruleVoid.seen")}
            summary={t("ruleVoid.hint")}
            run={({ idempotencyKey }) => call(DESK_CALLS.periodsSeen, { body: { ids } }, { idempotencyKey })}
          />
        }
        heads={["period.one", "ruleVoid.cause", { right: "ruleVoid.orders" }, { right: "ruleVoid.refund" }]}
      >
        {list.map((period, at) => (
          <Row key={period.id} period={period} rows={rowsOf(list, at)} />
        ))}
        {count > list.length && (
          <TableRow>
            <TableCell colSpan={4}>
              <Typography color="textSecondary">
                {t("ruleVoid.more", { shown: list.length, count })}
              </Typography>
            </TableCell>
          </TableRow>
        )}
      </TableCard>
    </Box>
  );
}

/** The row span of the cause: the number of rows in succession with the same cause; 0 if a row above already shows it. */
function rowsOf(list: readonly RuleVoid[], at: number): number {
  const isAlike = (index: number): boolean =>
    list[index]?.cause === list[at]?.cause && list[index]?.stillSince === list[at]?.stillSince;
  if (at > 0 && isAlike(at - 1)) return 0;
  let end = at + 1;
  while (end < list.length && isAlike(end)) end += 1;
  return end - at;
}

function Row({
  period: { id, cause, at, stillSince, orders, refund, ordersInAll, stake },
  rows,
}: {
  readonly period: RuleVoid;
  readonly rows: number;
}) {
  const t = useI18n();
  const { number, money } = useConfig();
  const isRefunding = orders < ordersInAll;
  return (
    <TableRow>
      <TableCell sx={{ whiteSpace: "nowrap" }}>
        <Link to={`/periods/${id}/show`}>{periodNameOf(id)}</Link>
      </TableCell>
      {rows > 0 && (
        <TableCell rowSpan={rows} sx={{ minWidth: 220, verticalAlign: "top" }}>
          <RuleVoidCause cause={cause} at={at} stillSince={stillSince} />
        </TableCell>
      )}
      <TableCell align="right">
        {isRefunding
          ? t("ruleVoid.refunding", { count: number(orders), all: number(ordersInAll) })
          : number(orders)}
      </TableCell>
      <TableCell align="right">
        <Amount value={refund} />
        {isRefunding && (
          <Box sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
            {t("ruleVoid.ofStake", { stake: money(stake) })}
          </Box>
        )}
      </TableCell>
    </TableRow>
  );
}
