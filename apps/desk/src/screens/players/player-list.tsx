import type { PlayerRow } from "@lotus/contract/desk";
import { DataTable, TextInput } from "react-admin";
import { Amount, Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { Term } from "../../components/term.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { PLAYER_STATES } from "@lotus/contract/desk";
import { useI18n } from "../../i18n/use-i18n.ts";
import { PlayerState } from "../../features/player-state.tsx";

const Column = DataTable.Col<PlayerRow>;

/** Players, searchable by prefix of the name, id, or complete phone number or e-mail address. */
export function PlayerList() {
  const t = useI18n();
  const filters = [
    <TextInput
      key="q"
      source="q"
      type="search"
      label={t("player.search")}
      helperText={false}
      alwaysOn
      sx={{ minWidth: { xs: 280, sm: 400 } }}
    />,
    <ChoiceFilter
      key="status"
      source="status"
      label={t("player.status")}
      choices={PLAYER_STATES.map((id) => ({ id, name: t(`player.status.${id}`) }))}
      alwaysOn
    />,
  ];
  return (
    <PagedList title={t("resources.players.name")} filters={filters}>
      <DataTable<PlayerRow> bulkActionButtons={false} rowClick="show">
        <Column source="id" label={t("player.id")} disableSort />
        <Column
          source="username"
          label={t("player.username")}
          disableSort
          render={({ id, username }) => <RowLink to={`/players/${id}/show`}>{username}</RowLink>}
        />
        <Column
          source="status"
          label={t("player.status")}
          disableSort
          render={(player) => <PlayerState player={player} />}
        />
        <Column
          source="balance"
          label={<Term term="player.balance" />}
          align="right"
          disableSort
          render={({ balance }) => <Amount value={balance} />}
        />
        <Column
          source="hold"
          label={<Term term="player.hold" />}
          align="right"
          disableSort
          render={({ hold }) => <Amount value={hold} />}
        />
        <Column
          source="createdAt"
          label={t("player.createdAt")}
          disableSort
          render={({ createdAt }) => <Moment at={createdAt} />}
        />
        <Column
          source="lastLoginAt"
          label={<Term term="player.lastLoginAt" />}
          disableSort
          render={({ lastLoginAt }) => <Moment at={lastLoginAt} />}
        />
      </DataTable>
    </PagedList>
  );
}
