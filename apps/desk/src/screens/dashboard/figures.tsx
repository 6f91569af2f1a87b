import { Box, Card } from "@mui/material";
import type { ReactNode } from "react";
import { Link } from "react-admin";
import { Amount } from "../../components/amount.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import type { DashboardData } from "./dashboard-data.ts";

/** The figures of today, and the number of waiting items. */
export function Figures({ data }: { readonly data: DashboardData }) {
  const t = useI18n();
  const today = data.days[0];
  const { pending, players } = data;
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "repeat(auto-fill, minmax(165px, 1fr))" }}>
      <Figure label={t("dashboard.turnoverToday")}>
        <Amount value={today?.turnover ?? "0.00"} />
      </Figure>
      <Figure label={t("dashboard.revenueToday")}>
        <Amount value={today?.revenue ?? "0.00"} />
      </Figure>
      <Figure label={t("dashboard.depositToday")}>
        <Amount value={today?.deposit ?? "0.00"} />
      </Figure>
      <Figure label={t("dashboard.withdrawalToday")}>
        <Amount value={today?.withdrawal ?? "0.00"} />
      </Figure>
      <Waiting label={t("dashboard.rechargesWait")} count={pending.recharges} to="/recharges" />
      <Waiting label={t("dashboard.withdrawalsWait")} count={pending.withdrawals} to="/withdrawals" />
      <Waiting label={t("dashboard.paymentsWait")} count={pending.payments} to="/paymentNotices" />
      <Waiting label={t("dashboard.conversationsWait")} count={pending.conversations} to="/conversations" />
      <Figure label={t("dashboard.online")} note={t("dashboard.seen", { count: players.seenToday })}>
        {players.online}
      </Figure>
      <Figure label={t("dashboard.registered")}>{players.registeredToday}</Figure>
    </Box>
  );
}

function Figure(props: { readonly label: string; readonly note?: string; readonly children: ReactNode }) {
  return (
    <Card sx={{ p: 1.75, minWidth: 0 }}>
      <Box sx={{ color: "text.disabled", fontSize: "0.78rem" }}>{props.label}</Box>
      <Box sx={{ fontSize: "1.35rem", fontWeight: 650, lineHeight: 1.4, fontVariantNumeric: "tabular-nums" }}>
        {props.children}
      </Box>
      {props.note !== undefined && (
        <Box sx={{ color: "text.secondary", fontSize: "0.75rem" }}>{props.note}</Box>
      )}
    </Card>
  );
}

/** A count with a link to the list; amber unless zero. */
function Waiting(props: { readonly label: string; readonly count: number; readonly to: string }) {
  return (
    <Figure label={props.label}>
      <Link to={props.to} sx={{ color: props.count > 0 ? "warning.main" : "text.primary" }}>
        {props.count}
      </Link>
    </Figure>
  );
}
