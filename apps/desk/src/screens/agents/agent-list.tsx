import { Box } from "@mui/material";
import type { AgentBookRow, AgentRow } from "@lotus/contract/desk";
import { DataTable } from "react-admin";
import { Amount, Moment } from "../../components/amount.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { SectionTitle } from "../../components/section-title.tsx";
import { Term } from "../../components/term.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { PlansCard } from "./plans-card.tsx";

const Column = DataTable.Col<AgentRow>;
const DayColumn = DataTable.Col<AgentBookRow>;

/** Players who have invited others, the plan of rebate and commission, and the days booked by it. */
export function AgentList() {
  const t = useI18n();
  return (
    <>
      <PagedList title={t("resources.agents.name")}>
        <DataTable<AgentRow> bulkActionButtons={false} rowClick="show">
          <Column source="id" label={t("player.id")} disableSort />
          <Column
            source="username"
            label={t("player.username")}
            disableSort
            render={({ id, username }) => <RowLink to={`/agents/${id}/show`}>{username}</RowLink>}
          />
          <Column source="direct" label={<Term term="agent.direct" />} align="right" disableSort />
          <Column source="team" label={<Term term="agent.team" />} align="right" disableSort />
          <Column
            source="createdAt"
            label={t("player.createdAt")}
            disableSort
            render={({ createdAt }) => <Moment at={createdAt} />}
          />
        </DataTable>
      </PagedList>
      <Box sx={{ mt: 2 }}>
        <PlansCard />
      </Box>
      <SectionTitle>{t("agent.days")}</SectionTitle>
      <BookedDays />
    </>
  );
}

function BookedDays() {
  const t = useI18n();
  const { day } = useConfig();
  return (
    <PagedList resource="agentDays" filter={{}}>
      <DataTable<AgentBookRow> bulkActionButtons={false} rowClick={false}>
        <DayColumn source="id" label={t("dashboard.day")} disableSort render={({ id }) => day(id)} />
        <DayColumn
          source="state"
          label={t("agent.day.state")}
          disableSort
          render={({ state }) => (
            <StateChip tone={state === "booked" ? "good" : "wait"} label={t(`agent.day.${state}`)} />
          )}
        />
        <DayColumn
          source="bookedAt"
          label={t("agent.day.bookedAt")}
          disableSort
          render={({ bookedAt }) => <Moment at={bookedAt} />}
        />
        <DayColumn source="players" label={<Term term="agent.day.players" />} align="right" disableSort />
        {(["turnover", "rebate", "commission"] as const).map((name) => (
          <DayColumn
            key={name}
            source={name}
            label={t(`agent.${name}`)}
            align="right"
            disableSort
            render={(row) => <Amount value={row[name]} />}
          />
        ))}
      </DataTable>
    </PagedList>
  );
}
