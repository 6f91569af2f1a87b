import type { RetentionRow } from "@lotus/contract/desk";
import { Typography } from "@mui/material";
import { DataTable } from "react-admin";
import { Moment } from "../../components/amount.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Term } from "../../components/term.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useConfig } from "../../shell/use-config.ts";

const Column = DataTable.Col<RetentionRow>;

/** What was erased because its time was over: each run, and each kind of data it erased. */
export function RetentionList() {
  const t = useI18n();
  const { number } = useConfig();
  return (
    <PagedList title={t("resources.retention.name")}>
      <Typography color="textSecondary" sx={{ p: 2 }}>
        {t("retention.hint")}
      </Typography>
      <DataTable<RetentionRow> bulkActionButtons={false} rowClick={false}>
        <Column
          source="ended"
          label={t("retention.ended")}
          disableSort
          render={({ ended }) => <Moment at={ended} />}
        />
        {/* Named as in the table of the operations page, which is in English. */}
        <Column
          source="what"
          label={t("retention.what")}
          disableSort
          render={({ what }) => (what === "run" ? <strong>{t("retention.run")}</strong> : what)}
        />
        <Column
          source="erased"
          label={<Term term="retention.erased" />}
          align="right"
          disableSort
          render={({ erased }) => number(erased)}
        />
        <Column
          source="failed"
          label={t("retention.state")}
          disableSort
          render={({ failed }) => (
            <StateChip
              tone={failed ? "bad" : "good"}
              label={t(failed ? "retention.failed" : "retention.done")}
            />
          )}
        />
      </DataTable>
    </PagedList>
  );
}
