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
import { DESK_CALLS } from "@lotus/contract/desk";
import { Moment } from "../../parts/amount.tsx";
import { useCall } from "../../parts/use-call.ts";
import { useWords } from "../../words/use-words.ts";

const SHOWN = 50;

/** Every version of the odds, newest first: whose, by whom and why. */
export function OddsVersions() {
  const t = useWords();
  const { data } = useCall(DESK_CALLS.oddsVersions, { query: { pageSize: SHOWN } });
  if (data === undefined) return null;
  return (
    <Card>
      <Typography component="h2" variant="h3" sx={{ px: 2, pt: 2, pb: 1 }}>
        {t("resources.oddsVersions.name")}
      </Typography>
      <TableContainer tabIndex={0}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell align="right">{t("game.oddsVersion")}</TableCell>
              <TableCell>{t("odds.publishedAt")}</TableCell>
              <TableCell>{t("game.one")}</TableCell>
              <TableCell align="right">{t("odds.figures")}</TableCell>
              <TableCell>{t("odds.by")}</TableCell>
              <TableCell>{t("action.reason")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.list.map(({ id, version, createdAt, operator, gameCode, figures, reason }) => (
              <TableRow key={id}>
                <TableCell align="right">{version}</TableCell>
                <TableCell>
                  <Moment at={createdAt} />
                </TableCell>
                <TableCell>{gameCode ?? t("filter.any")}</TableCell>
                <TableCell align="right">{figures ?? "–"}</TableCell>
                <TableCell>{operator?.name ?? t("odds.byHouse")}</TableCell>
                <TableCell sx={{ overflowWrap: "anywhere" }}>{reason ?? "–"}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}
