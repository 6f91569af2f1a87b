import { Box, TableCell, TableRow } from "@mui/material";
import { parseMoney } from "@lotus/money";
import { Link } from "react-admin";
import { Amount, Moment } from "../../components/amount.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useConfig } from "../../shell/use-config.ts";
import { gameName, periodNameOf } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import type { DashboardData } from "./dashboard-data.ts";

/** Five columns of nine digits fit into a tablet. */
const NARROW = { "@media (max-width: 899px)": { "& th, & td": { px: 0.75, fontSize: "0.75rem" } } };

/** The last days, newest first, with a bar for the turnover. */
export function DayTable({ days }: { readonly days: DashboardData["days"] }) {
  const t = useI18n();
  const { day: showDay } = useConfig();
  const most = days.reduce((top, { turnover }) => Math.max(top, size(turnover)), 0);
  return (
    <Box sx={NARROW}>
      <TableCard
        title={t("dashboard.days")}
        heads={[
          "dashboard.day",
          { right: "sum.deposit" },
          { right: "sum.withdrawal" },
          { right: "sum.turnover" },
          { right: "sum.payouts" },
          { right: "sum.revenue" },
        ]}
      >
        {days.map(({ day, deposit, withdrawal, turnover, payouts, revenue }) => (
          <TableRow key={day}>
            <TableCell sx={{ whiteSpace: "nowrap" }}>{showDay(day)}</TableCell>
            <TableCell align="right">
              <Amount value={deposit} />
            </TableCell>
            <TableCell align="right">
              <Amount value={withdrawal} />
            </TableCell>
            <TableCell align="right">
              <Amount value={turnover} />
              <Bar share={most === 0 ? 0 : size(turnover) / most} />
            </TableCell>
            <TableCell align="right">
              <Amount value={payouts} />
            </TableCell>
            <TableCell align="right">
              <Amount value={revenue} strong />
            </TableCell>
          </TableRow>
        ))}
      </TableCard>
    </Box>
  );
}

/** Turnover and revenue by game, over the same days. */
export function GameTable({ games }: { readonly games: DashboardData["games"] }) {
  const t = useI18n();
  return (
    <TableCard
      title={t("dashboard.games")}
      heads={["game.one", { right: "sum.turnover" }, { right: "sum.payouts" }, { right: "sum.revenue" }]}
      empty={games.length === 0 ? t("dashboard.noGames") : undefined}
    >
      {games.map(({ gameCode, turnover, payouts, revenue }) => (
        <TableRow key={gameCode}>
          <TableCell>
            <Link to={`/games/${gameCode}/show`}>{gameName(gameCode)}</Link>
          </TableCell>
          <TableCell align="right">
            <Amount value={turnover} />
          </TableCell>
          <TableCell align="right">
            <Amount value={payouts} />
          </TableCell>
          <TableCell align="right">
            <Amount value={revenue} strong />
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}

/** Periods that should have been drawn or settled by now. */
export function LatePeriods({ late }: { readonly late: DashboardData["late"] }) {
  const t = useI18n();
  return (
    <TableCard
      title={t("dashboard.late")}
      heads={["period.one", { right: "period.state" }, { right: "period.drawAt" }]}
      empty={late.length === 0 ? t("dashboard.nothingLate") : undefined}
    >
      {late.map(({ id, state, drawAt }) => (
        <TableRow key={id}>
          <TableCell>
            <Link to={`/periods/${id}/show`}>{periodNameOf(id)}</Link>
          </TableCell>
          <TableCell align="right">{t(`period.state.${state}`)}</TableCell>
          <TableCell align="right">
            <Moment at={drawAt} />
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}

/** A share of the largest, as a thin bar under its figure. */
function Bar({ share }: { readonly share: number }) {
  return (
    <Box
      aria-hidden
      sx={{ height: 3, borderRadius: 2, bgcolor: "primary.light", ml: "auto", opacity: share === 0 ? 0 : 1 }}
      style={{ width: `${Math.max(2, Math.round(share * 100))}%` }}
    />
  );
}

/** An amount as a number, for the length of a bar only. */
function size(wire: string): number {
  const parsed = parseMoney(wire);
  return parsed.ok ? Number(parsed.value) : 0;
}
