import { Box, IconButton } from "@mui/material";
import FilterAlt from "@mui/icons-material/FilterAlt";
import { ACTION_NAMES, HOUSE_ACTIONS, SESSION_NOTES, type AuditRow } from "@lotus/contract/desk";
import { useState } from "react";
import { DataTable, TextInput, useListContext } from "react-admin";
import { useMay } from "../../actions/why-not.ts";
import { Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { DayFilter } from "../../components/day-filter.tsx";
import { noteText } from "../../features/told-text.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import type { WordKey } from "../../i18n/i18n.ts";
import { ChainCheck } from "./chain-check.tsx";
import { Detail } from "./detail.tsx";
import { Subject } from "./subject.tsx";

const Column = DataTable.Col<AuditRow>;
const NAMES = [...ACTION_NAMES, ...HOUSE_ACTIONS, ...SESSION_NOTES];

/** The audit log, newest first. */
export function AuditList() {
  const t = useI18n();
  const nameOf = useActionName();
  const may = useMay();
  return (
    <>
      {may("audit.read") && <ChainCheck />}
      <PagedList title={t("resources.audit.name")} filters={filtersOf(t, nameOf)}>
        <DataTable<AuditRow> bulkActionButtons={false} rowClick={false}>
          <Column
            source="time"
            label={t("audit.time")}
            disableSort
            render={({ time }) => <Moment at={time} />}
          />
          <Column
            source="operator.name"
            label={t("audit.operator")}
            disableSort
            render={(row) => <Who row={row} />}
          />
          <Column
            source="action"
            label={t("audit.action")}
            disableSort
            render={({ action }) => nameOf(action)}
          />
          <Column
            source="subject"
            label={t("audit.subject")}
            disableSort
            // A number stays whole.
            cellSx={() => ({ maxWidth: 240, overflowWrap: "break-word" })}
            render={({ subject, names }) => (
              <>
                <Subject subject={subject} names={names} />
                <OnlyThis subject={subject} />
              </>
            )}
          />
          <Column
            source="reason"
            label={t("audit.reason")}
            disableSort
            cellSx={() => ({ ...wrapped(), minWidth: 100 })}
            render={({ reason }) => (reason === null ? "–" : noteText(reason, t))}
          />
          <Column
            source="detail"
            label={t("audit.detail")}
            disableSort
            cellSx={wrapped}
            render={({ detail, names }) => <Detail detail={detail} names={names} />}
          />
          <Column
            source="address"
            label={t("audit.address")}
            disableSort
            cellSx={() => ({ overflowWrap: "anywhere" })}
          />
        </DataTable>
      </PagedList>
    </>
  );
}

function filtersOf(t: ReturnType<typeof useI18n>, nameOf: (action: string) => string) {
  return [
    <ChoiceFilter
      key="action"
      source="action"
      label={t("audit.action")}
      choices={NAMES.map((id) => ({ id, name: nameOf(id) }))}
      alwaysOn
    />,
    <OperatorFilter key="operator_id" source="operator_id" label={t("audit.by")} alwaysOn />,
    // As wide as its label.
    <TextInput
      key="subject"
      source="subject"
      label={t("audit.subjectPart")}
      helperText={false}
      alwaysOn
      sx={{ minWidth: 260 }}
    />,
    <DayFilter key="from" source="from" alwaysOn />,
    <DayFilter key="to" source="to" alwaysOn />,
  ];
}

/** One of the operators that the list has shown. */
function OperatorFilter(props: {
  readonly source: string;
  readonly label: string;
  readonly alwaysOn: boolean;
}) {
  const { data, filterValues } = useListContext<AuditRow>();
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const rows = data ?? [];
  const more = rows.flatMap(({ operator, names = {} }) => [
    ...(operator === null ? [] : [[operator.id, operator.name] as const]),
    ...Object.entries(names).flatMap(([who, name]) =>
      who.startsWith("operator ") ? [[who.slice("operator ".length), name] as const] : [],
    ),
  ]);
  if (more.some(([id]) => !seen.has(id))) setSeen(new Map([...seen, ...more]));
  const chosen: unknown = filterValues[props.source];
  const named = [...seen].map(([id, name]) => ({ id, name }));
  const unnamed = typeof chosen === "string" && !seen.has(chosen) ? [{ id: chosen, name: chosen }] : [];
  const choices = [...named, ...unnamed].toSorted((a, b) => a.name.localeCompare(b.name));
  return <ChoiceFilter {...props} choices={choices} />;
}

/** The operator of an entry, and their role then. */
function Who({ row: { operator, role, action } }: { readonly row: AuditRow }) {
  const t = useI18n();
  const { filterValues, setFilters } = useListContext();
  if (HOUSE_ACTIONS.some((name) => name === action)) return t("audit.house");
  return (
    <>
      <Box component="span" sx={{ display: "inline-flex", alignItems: "center" }}>
        {operator?.name ?? "–"}
        {operator !== null && filterValues["operator_id"] !== operator.id && (
          <Only
            label={t("audit.onlyBy", { name: operator.name })}
            onClick={() => setFilters({ ...filterValues, operator_id: operator.id })}
          />
        )}
      </Box>
      {role !== null && (
        <Box component="span" sx={{ display: "block", color: "text.secondary", fontSize: "0.75rem" }}>
          {t(`role.${role}`)}
        </Box>
      )}
    </>
  );
}

/** Filters the log by one subject. */
function OnlyThis({ subject }: { readonly subject: string }) {
  const t = useI18n();
  const { filterValues, setFilters } = useListContext();
  if (filterValues["subject"] === subject) return null;
  return (
    <Only label={t("audit.onlyThis", { subject })} onClick={() => setFilters({ ...filterValues, subject })} />
  );
}

/** Narrows the list. */
function Only({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <IconButton size="small" aria-label={label} title={label} onClick={onClick}>
      <FilterAlt fontSize="inherit" />
    </IconButton>
  );
}

function wrapped() {
  return { maxWidth: 240, overflowWrap: "anywhere" as const };
}

/** The label of an action; an action unknown to this build is shown by its name. */
function useActionName(): (action: string) => string {
  const t = useI18n();
  return (action) => {
    const known = NAMES.find((name) => name === action);
    return known === undefined ? action : t(`action.${known}` satisfies WordKey);
  };
}
