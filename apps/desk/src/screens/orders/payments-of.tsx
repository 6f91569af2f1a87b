import { TableCell, TableRow } from "@mui/material";
import type { DeskOrderRecord } from "@lotus/contract/desk";
import { Moment } from "../../components/amount.tsx";
import { useConfig } from "../../shell/use-config.ts";
import { TableCard } from "../../components/table-card.tsx";
import { Unmatch } from "../../features/unmatch.tsx";
import { MONO } from "../../style/theme.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Payments for a recharge, as reported by signed notices. */
export function PaymentsOf({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const { decimal } = useConfig();
  const notices = order.payment?.notices ?? [];
  if (notices.length === 0) return null;
  return (
    <TableCard
      title={t("payment.came")}
      heads={[
        "payment.receivedAt",
        "payment.number",
        "payment.text",
        "payment.how",
        { right: "payment.amount" },
      ]}
    >
      {notices.map(({ id, amount, currency, receivedAt, matchedBy, number, text }) => (
        <TableRow key={id}>
          <TableCell>
            <Moment at={receivedAt} />
          </TableCell>
          <TableCell sx={{ overflowWrap: "anywhere" }}>{number ?? "–"}</TableCell>
          <TableCell sx={{ overflowWrap: "anywhere", fontFamily: MONO, fontSize: "0.8rem" }}>
            {text ?? "–"}
          </TableCell>
          <TableCell>
            {matchedBy === null ? t("payment.byItself") : `${t("payment.byHand")} · ${matchedBy.name}`}{" "}
            {matchedBy !== null && order.status !== "passed" && (
              <Unmatch id={id} summary={`${decimal(amount)} ${currency} · ${order.id}`} />
            )}
          </TableCell>
          <TableCell align="right" sx={{ whiteSpace: "nowrap", fontWeight: 650 }}>
            {decimal(amount)} {currency}
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}
