import { Box } from "@mui/material";
import type { IdentityRow } from "@lotus/contract/desk";
import { DataTable, useRefresh } from "react-admin";
import { Age } from "../../components/age.tsx";
import { Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { IdentityState } from "../../features/identity-state.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useEvent } from "../../shell/use-live.ts";

const Column = DataTable.Col<IdentityRow>;
const EVERY_MS = 10_000;

/** Documents that players have sent; of those that wait, the one that waits longest comes first. */
export function IdentityList() {
  const t = useI18n();
  const refresh = useRefresh();
  useEvent("waiting", refresh);
  return (
    <PagedList
      title={t("resources.identities.name")}
      filters={useFilters()}
      filterDefaultValues={{ state: "waiting" }}
      everyMs={EVERY_MS}
    >
      <DataTable<IdentityRow> bulkActionButtons={false} rowClick="show">
        <Column
          source="sentAt"
          label={t("identity.sentAt")}
          disableSort
          render={({ id, sentAt, state }) => (
            <>
              <RowLink to={`/identities/${id}/show`}>
                <Moment at={sentAt} />
              </RowLink>
              {state === "waiting" && <br />}
              {state === "waiting" && <Age since={sentAt} />}
            </>
          )}
        />
        <Column
          source="player"
          label={t("player.one")}
          disableSort
          render={({ player }) => <PlayerLink player={player} />}
        />
        <Column
          source="verdict"
          label={t("identity.provider")}
          disableSort
          render={({ verdict }) => (verdict === null ? "–" : t(`identity.verdict.${verdict}`))}
        />
        <Column
          source="state"
          label={t("identity.state")}
          disableSort
          render={(row) => <Decision row={row} />}
        />
      </DataTable>
    </PagedList>
  );
}

function useFilters() {
  const t = useI18n();
  return [
    <ChoiceFilter
      key="state"
      source="state"
      label={t("identity.state")}
      choices={(["waiting", "done"] as const).map((id) => ({ id, name: t(`identity.filter.${id}`) }))}
      alwaysOn
    />,
  ];
}

function Decision({ row: { state, operator, reason } }: { readonly row: IdentityRow }) {
  return (
    <Box sx={{ display: "grid", gap: 0.25, justifyItems: "start" }}>
      <IdentityState state={state} />
      {operator !== null && (
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.75rem", overflowWrap: "anywhere" }}>
          {operator.name}
          {reason === "" ? "" : ` · ${reason}`}
        </Box>
      )}
    </Box>
  );
}
