import { Box } from "@mui/material";
import { TextInput, useRefresh } from "react-admin";
import { useEvent } from "../../shell/use-live.ts";
import { AloneToday } from "../../components/alone.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { DayFilter } from "../../components/day-filter.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { OrderTable } from "../../features/order-table.tsx";

const STATES = ["pendingReview", "passed", "cancelled"] as const;
const EVERY_MS = 5_000;

/** Recharges or withdrawals, what waits for review first of all. */
function OrderList({ resource }: { readonly resource: "recharges" | "withdrawals" }) {
  const t = useI18n();
  const refresh = useRefresh();
  useEvent("order", refresh);
  const filters = [
    <ChoiceFilter
      key="status"
      source="status"
      label={t("order.status")}
      choices={STATES.map((id) => ({ id, name: t(`order.status.${id}`) }))}
      alwaysOn
    />,
    <TextInput key="player" source="playerId" label={t("player.id")} helperText={false} alwaysOn />,
    <DayFilter key="from" source="from" alwaysOn />,
    <DayFilter key="to" source="to" alwaysOn />,
  ];
  return (
    <>
      <Box sx={{ mt: 2 }}>
        <AloneToday of={resource} />
      </Box>
      <PagedList
        title={t(`resources.${resource}.name`)}
        filters={filters}
        filterDefaultValues={{ status: "pendingReview" }}
        everyMs={EVERY_MS}
      >
        <OrderTable />
      </PagedList>
    </>
  );
}

export function RechargeList() {
  return <OrderList resource="recharges" />;
}

export function WithdrawalList() {
  return <OrderList resource="withdrawals" />;
}
