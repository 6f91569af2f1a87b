import { Box, Skeleton } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { useState } from "react";
import { Title, useTranslate } from "react-admin";
import { useEvent } from "../../shell/use-live.ts";
import { CallProblem } from "../../components/call-problem.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { useCall } from "../../components/use-call.ts";
import { BooksCard } from "./books-card.tsx";
import { DrawsCard } from "./draws-card.tsx";
import { DayTable, GameTable, LatePeriods } from "./dashboard-tables.tsx";
import { LiabilitiesCard } from "./liabilities-card.tsx";
import { ReturnsCard } from "./returns-card.tsx";
import { RuleVoidsCard } from "./rule-voids-card.tsx";
import { Figures } from "./figures.tsx";
import type { DashboardData } from "./dashboard-data.ts";

const EVERY_MS = 4_000;
const DAYS = 7;

/** Overview: turnover and revenue, waiting items, late periods, and whether the books are right. */
export function Dashboard() {
  const translate = useTranslate();
  const [isRefunding, setIsRefunding] = useState(false);
  const { data, error, reload } = useCall(
    DESK_CALLS.dashboard,
    { query: { days: DAYS } },
    // No event tells of refunds that run.
    { everyMs: EVERY_MS, untold: isRefunding },
  );
  const refunds = data?.ruleVoids.list.some(({ orders, ordersInAll }) => orders < ordersInAll) === true;
  if (refunds !== isRefunding) setIsRefunding(refunds);
  useEvent("waiting", reload);
  useEvent("order", reload);
  useEvent("period", reload);
  return (
    <Box sx={{ mt: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Title title={<PageTitle name={translate("ra.page.dashboard")} />} />
      <CallProblem error={error} reload={reload} />
      {data === undefined ? error === null && <Waiting /> : <Overview data={data} />}
    </Box>
  );
}

function Overview({ data }: { readonly data: DashboardData }) {
  return (
    <>
      <RuleVoidsCard ruleVoids={data.ruleVoids} />
      <Figures data={data} />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: "minmax(0, 1fr)",
          alignItems: "start",
          // Beside the menu there is room for six columns of nine digits and a card only in a wide window.
          "@media (min-width: 1700px)": { gridTemplateColumns: "3fr 2fr" },
        }}
      >
        <DayTable days={data.days} />
        <Box
          sx={{
            display: "grid",
            gap: 2,
            gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 340px), 1fr))",
            alignItems: "start",
          }}
        >
          <BooksCard data={data} />
          <LiabilitiesCard />
          <DrawsCard data={data} />
          <LatePeriods late={data.late} />
        </Box>
      </Box>
      <GameTable games={data.games} />
      <ReturnsCard />
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton variant="rounded" height={96} />
      <Skeleton variant="rounded" height={320} />
    </>
  );
}
