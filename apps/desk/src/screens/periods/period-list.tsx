import { GAMES } from "@lotus/games";
import type { PeriodRow } from "@lotus/contract/desk";
import { Box } from "@mui/material";
import { DataTable, Link, useListContext } from "react-admin";
import { useMay } from "../../actions/why-not.ts";
import { Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { DayFilter } from "../../components/day-filter.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { MONO } from "../../style/theme.ts";
import { gameName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { PERIOD_STATES, PeriodState } from "./period-state.tsx";

const Column = DataTable.Col<PeriodRow>;
const EVERY_MS = 10_000;

/** Periods by draw time, newest first. */
export function PeriodList() {
  const t = useI18n();
  const filters = [
    <ChoiceFilter
      key="game"
      source="game"
      label={t("game.one")}
      choices={GAMES.map(({ code }) => ({ id: code, name: gameName(code) }))}
      alwaysOn
    />,
    <ChoiceFilter
      key="state"
      source="state"
      label={t("period.state")}
      choices={PERIOD_STATES.map((id) => ({ id, name: t(`period.state.${id}`) }))}
      alwaysOn
    />,
    // Shown where the dashboard leads to it.
    <ChoiceFilter
      key="rule_void"
      source="rule_void"
      label={t("ruleVoid.title")}
      choices={[{ id: "unseen", name: t("ruleVoid.unseen") }]}
    />,
    <DayFilter key="from" source="from" alwaysOn />,
    <DayFilter key="to" source="to" alwaysOn />,
  ];
  return (
    <PagedList title={t("resources.periods.name")} filters={filters} everyMs={EVERY_MS}>
      <Box sx={{ p: 2 }}>
        <ToVoids />
      </Box>
      <DataTable<PeriodRow> bulkActionButtons={false} rowClick="show">
        <Column
          source="gameCode"
          label={t("game.one")}
          disableSort
          render={({ gameCode }) => gameName(gameCode)}
        />
        <Column
          source="periodNo"
          label={t("period.one")}
          disableSort
          render={({ id, periodNo }) => <RowLink to={`/periods/${id}/show`}>{periodNo}</RowLink>}
        />
        <Column
          source="state"
          label={t("period.state")}
          disableSort
          render={(period) => <PeriodState period={period} />}
        />
        <Column
          source="drawAt"
          label={t("period.drawAt")}
          disableSort
          render={({ drawAt }) => <Moment at={drawAt} />}
        />
        <Column
          source="numbers"
          label={t("period.numbers")}
          disableSort
          render={({ numbers }) => <Numbers numbers={numbers} />}
        />
      </DataTable>
    </PagedList>
  );
}

/** The page that voids several, for the game that the list shows. */
function ToVoids() {
  const t = useI18n();
  const may = useMay();
  const { filterValues } = useListContext();
  if (!may("period.void")) return null;
  const game: unknown = filterValues["game"];
  return <Link to={typeof game === "string" ? `/voids?game=${game}` : "/voids"}>{t("voids.title")}</Link>;
}

/** The numbers of a result; empty before the draw. */
export function Numbers({ numbers }: { readonly numbers: readonly number[] | null }) {
  return <span style={{ fontFamily: MONO }}>{numbers === null ? "–" : numbers.join(" ")}</span>;
}
