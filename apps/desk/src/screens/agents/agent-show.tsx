import { Box, Card, TableCell, TableRow } from "@mui/material";
import type { AgentRecord, TeamRow } from "@lotus/contract/desk";
import { DataTable, useRecordContext } from "react-admin";
import { formatMoney } from "@lotus/money";
import { amountOf } from "../../components/alone.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { RecordPage } from "../../components/record-page.tsx";
import { SectionTitle } from "../../components/section-title.tsx";
import { Term } from "../../components/term.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useConfig } from "../../shell/use-config.ts";

const Column = DataTable.Col<TeamRow>;
const LEVELS = [1, 2, 3, 4, 5] as const;

/** A player as an agent: the inviter, the team by level, and its figures of the last 31 days. */
export function AgentShow() {
  return (
    <RecordPage title={<AgentTitle />}>
      <Agent />
    </RecordPage>
  );
}

function AgentTitle() {
  const t = useI18n();
  const record = useRecordContext<AgentRecord>();
  return <PageTitle name={record === undefined ? "" : `${t("agent.one")} ${record.username}`} />;
}

function Agent() {
  const t = useI18n();
  const agent = useRecordContext<AgentRecord>();
  if (agent === undefined) return null;
  const { sums } = agent;
  return (
    <Box sx={{ display: "grid", gap: 2, mt: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Card sx={{ p: 2.5 }}>
        <FactList
          facts={[
            {
              label: t("player.one"),
              value: <PlayerLink player={{ id: agent.id, name: agent.username, status: agent.status }} />,
            },
            {
              label: t("player.inviter"),
              value: agent.inviter === null ? "–" : <PlayerLink player={agent.inviter} />,
            },
            { label: t("player.inviteCode"), value: agent.inviteCode },
            { term: "agent.direct", value: agent.direct },
            { term: "agent.team", value: agent.team },
            { term: "agent.ownTurnover", value: <Amount value={sums.ownTurnover} /> },
            { term: "agent.rebateBooked", value: <Booked sum={sums.rebate} due={sums.rebateDue} /> },
            { term: "agent.turnover", value: <Amount value={sums.turnover} /> },
            {
              term: "agent.commissionBooked",
              value: <Booked sum={sums.commission} due={sums.commissionDue} />,
            },
          ]}
        />
      </Card>
      <Levels levels={agent.levels} />
      <div>
        <SectionTitle>{t("agent.members")}</SectionTitle>
        <Team agentId={agent.id} />
      </div>
    </Box>
  );
}

/** What is booked of a sum, and what is still to be. */
function Booked({ sum, due }: { readonly sum: string; readonly due: string }) {
  const t = useI18n();
  const { money } = useConfig();
  return (
    <>
      <Amount value={formatMoney(amountOf(sum) - amountOf(due))} strong />
      {amountOf(due) > 0n && (
        <Box sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
          {t("agent.due", { amount: money(due) })}
        </Box>
      )}
    </>
  );
}

function Levels({ levels }: { readonly levels: AgentRecord["levels"] }) {
  const t = useI18n();
  if (levels.length === 0) return null;
  return (
    <TableCard
      title={t("agent.byLevel")}
      heads={[
        "agent.level",
        { right: "agent.players" },
        { right: "agent.turnover" },
        { right: "agent.commission" },
      ]}
    >
      {levels.map(({ level, players, turnover, commission }) => (
        <TableRow key={level}>
          <TableCell>{level}</TableCell>
          <TableCell align="right">{players}</TableCell>
          <TableCell align="right">
            <Amount value={turnover} />
          </TableCell>
          <TableCell align="right">
            <Amount value={commission} strong />
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}

function Team({ agentId }: { readonly agentId: string }) {
  const t = useI18n();
  const filters = [
    <ChoiceFilter
      key="level"
      source="level"
      label={t("agent.level")}
      choices={LEVELS.map((id) => ({ id, name: String(id) }))}
      alwaysOn
    />,
  ];
  return (
    <PagedList resource="agentTeam" filter={{ agent: agentId }} filters={filters}>
      <DataTable<TeamRow> bulkActionButtons={false} rowClick={false}>
        <Column
          source="username"
          label={t("player.username")}
          disableSort
          render={({ id, username }) => <PlayerLink player={{ id, name: username }} />}
        />
        <Column source="level" label={t("agent.level")} align="right" disableSort />
        <Column
          source="inviter.name"
          label={t("player.inviter")}
          disableSort
          render={({ inviter }) => <PlayerLink player={inviter} />}
        />
        <Column
          source="createdAt"
          label={t("player.createdAt")}
          disableSort
          render={({ createdAt }) => <Moment at={createdAt} />}
        />
        <Column
          source="turnover"
          label={<Term term="agent.turnover" />}
          align="right"
          disableSort
          render={({ turnover }) => <Amount value={turnover} />}
        />
        <Column
          source="commission"
          label={<Term term="agent.commission" />}
          align="right"
          disableSort
          render={({ commission }) => <Amount value={commission} strong />}
        />
      </DataTable>
    </PagedList>
  );
}
