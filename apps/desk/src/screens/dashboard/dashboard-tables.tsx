import {
  Box,
  Card,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import { parseMoney } from "@lotus/money";
import type { ReactNode } from "react";
import { Link } from "react-admin";
import { Amount, Moment } from "../../parts/amount.tsx";
import { useHouse } from "../../shell/use-house.ts";
import { useWords } from "../../words/use-words.ts";
import type { DashboardData } from "./dashboard.tsx";

/** The last days, newest first, with a bar for the turnover. */
export function DayTable({ days }: { readonly days: DashboardData["days"] }) {
  const t = useWords();
  const { day: showDay } = useHouse();
  const most = days.reduce((top, { turnover }) => Math.max(top, size(turnover)), 0);
  return (
    <TableCard
      title={t("dashboard.days")}
      heads={["dashboard.day", "sum.deposit", "sum.withdrawal", "sum.turnover", "sum.payouts", "sum.revenue"]}
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
  );
}

/** Turnover and revenue by game, over the same days. */
export function GameTable({ games }: { readonly games: DashboardData["games"] }) {
  const t = useWords();
  return (
    <TableCard
      title={t("dashboard.games")}
      heads={["game.one", "sum.turnover", "sum.payouts", "sum.revenue"]}
      empty={games.length === 0 ? t("dashboard.noGames") : undefined}
    >
      {games.map(({ gameCode, turnover, payouts, revenue }) => (
        <TableRow key={gameCode}>
          <TableCell>{gameCode}</TableCell>
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
  const t = useWords();
  return (
    <TableCard
      title={t("dashboard.late")}
      heads={["period.one", "period.state", "period.drawAt"]}
      empty={late.length === 0 ? t("dashboard.nothingLate") : undefined}
    >
      {late.map(({ id, state, drawAt }) => (
        <TableRow key={id}>
          <TableCell>
            <Link to={`/periods/${id}/show`}>{id}</Link>
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

interface TableCardProps {
  readonly title: string;
  readonly heads: readonly Parameters<ReturnType<typeof useWords>>[0][];
  /** Said in place of a table without rows. */
  readonly empty?: string | undefined;
  readonly children: ReactNode;
}

function TableCard({ title, heads, empty, children }: TableCardProps) {
  const t = useWords();
  return (
    <Card>
      <Typography component="h2" variant="h3" sx={{ px: 2, pt: 2, pb: 1 }}>
        {title}
      </Typography>
      {empty === undefined ? (
        <TableContainer>
          <Table size="small">
            <TableHead>
              <TableRow>
                {heads.map((key, index) => (
                  <TableCell key={key} align={index === 0 ? "left" : "right"}>
                    {t(key)}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>{children}</TableBody>
          </Table>
        </TableContainer>
      ) : (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
          {empty}
        </Typography>
      )}
    </Card>
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
