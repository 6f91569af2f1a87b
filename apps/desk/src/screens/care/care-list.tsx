import { Box, Typography } from "@mui/material";
import type { CareCaseRow } from "@lotus/contract/desk";
import { DataTable } from "react-admin";
import { Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { CareActions } from "../../features/care-actions.tsx";
import { CareReasons } from "../../features/care-reasons.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useConfig } from "../../shell/use-config.ts";

const Column = DataTable.Col<CareCaseRow>;
const STATES = ["open", "closed"] as const;
const EVERY_MS = 30_000;

/** Cases about markers of harm, the next deadline first. */
export function CareList() {
  const t = useI18n();
  const filters = [
    <ChoiceFilter
      key="status"
      source="status"
      label={t("care.status")}
      choices={STATES.map((id) => ({ id, name: t(`care.status.${id}`) }))}
      alwaysOn
    />,
  ];
  return (
    <>
      <Typography color="textSecondary" sx={{ mt: 2 }}>
        {t("care.hint")}
      </Typography>
      <PagedList
        title={t("resources.careCases.name")}
        filters={filters}
        filterDefaultValues={{ status: "open" }}
        everyMs={EVERY_MS}
      >
        <CareTable />
      </PagedList>
    </>
  );
}

function CareTable() {
  const t = useI18n();
  return (
    <DataTable<CareCaseRow> bulkActionButtons={false} rowClick={false}>
      <Column
        source="deadline"
        label={t("care.deadline")}
        disableSort
        render={(care) => <Deadline care={care} />}
      />
      <Column
        source="player.name"
        label={t("player.one")}
        disableSort
        render={({ player }) => <PlayerLink player={player} />}
      />
      <Column source="score" label={t("care.score")} align="right" disableSort />
      <Column
        source="reasons"
        label={t("care.reasons")}
        disableSort
        render={({ reasons, cause }) => (
          // Readable on a phone too, where the table scrolls.
          <Box sx={{ minWidth: 260 }}>
            <CareReasons reasons={reasons} cause={cause} />
          </Box>
        )}
      />
      <Column
        source="assignedTo.name"
        label={t("care.who")}
        disableSort
        render={({ assignedTo, closedBy }) => (closedBy ?? assignedTo)?.name ?? t("care.nobody")}
      />
      <Column
        source="id"
        label={t("order.actions")}
        align="right"
        disableSort
        render={(care) =>
          care.outcome === null ? <CareActions care={care} /> : t(`care.outcome.${care.outcome}`)
        }
      />
    </DataTable>
  );
}

/** When it is due; one that is late is marked. */
function Deadline({ care: { deadline, status } }: { readonly care: CareCaseRow }) {
  const t = useI18n();
  const { now } = useConfig();
  const isLate = status === "open" && deadline < now();
  return (
    <>
      <Moment at={deadline} />{" "}
      <StateChip
        tone={isLate ? "bad" : status === "open" ? "wait" : "quiet"}
        label={t(isLate ? "care.status.late" : `care.status.${status}`)}
      />
    </>
  );
}
