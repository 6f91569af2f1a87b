import { TableCell, TableRow } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { Link } from "react-admin";
import { Moment } from "../../components/amount.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { gameName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

const SHOWN = 50;

/** Every version of the odds, newest first: whose, by whom and why. */
export function OddsVersions() {
  const t = useI18n();
  const { data } = useCall(DESK_CALLS.oddsVersions, { query: { pageSize: SHOWN } });
  if (data === undefined) return null;
  return (
    <TableCard
      title={t("resources.oddsVersions.name")}
      heads={[
        { right: "game.oddsVersion" },
        "odds.publishedAt",
        "game.one",
        { right: "odds.figures" },
        "odds.by",
        "action.reason",
      ]}
    >
      {data.list.map(({ id, version, createdAt, operator, gameCode, figures, reason }) => (
        <TableRow key={id}>
          <TableCell align="right">{version}</TableCell>
          <TableCell>
            <Moment at={createdAt} />
          </TableCell>
          <TableCell>
            {gameCode === null ? (
              t("filter.any")
            ) : (
              <Link to={`/games/${gameCode}/show`}>{gameName(gameCode)}</Link>
            )}
          </TableCell>
          <TableCell align="right">{figures ?? "–"}</TableCell>
          <TableCell>{operator?.name ?? t("odds.byHouse")}</TableCell>
          <TableCell sx={{ overflowWrap: "anywhere" }}>{reason ?? "–"}</TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}
