import {
  Card,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import type { DeskOrderRecord } from "@lotus/contract/desk";
import { Amount, Moment } from "../../parts/amount.tsx";
import { useHouse } from "../../shell/use-house.ts";
import { useWords } from "../../words/use-words.ts";

/** What signed notices say that came for a recharge. */
export function PaymentsOf({ order }: { readonly order: DeskOrderRecord }) {
  const t = useWords();
  const { decimal } = useHouse();
  const notices = order.payment?.notices ?? [];
  if (notices.length === 0) return null;
  return (
    <Card>
      <Typography component="h2" variant="h3" sx={{ px: 2.5, pt: 2, pb: 1 }}>
        {t("payment.came")}
      </Typography>
      <TableContainer tabIndex={0}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t("payment.receivedAt")}</TableCell>
              <TableCell>{t("payment.how")}</TableCell>
              <TableCell align="right">{t("payment.amount")}</TableCell>
              <TableCell align="right">{t("payment.credit")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {notices.map(({ id, amount, currency, credit, receivedAt, matched }) => (
              <TableRow key={id}>
                <TableCell>
                  <Moment at={receivedAt} />
                </TableCell>
                <TableCell>{t(matched ? "payment.byHand" : "payment.byItself")}</TableCell>
                <TableCell align="right">
                  {decimal(amount)} {currency}
                </TableCell>
                <TableCell align="right">
                  {credit === null ? "–" : <Amount value={credit} strong />}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}
