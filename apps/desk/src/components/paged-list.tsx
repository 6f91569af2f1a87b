import { Alert, Box, Button, Card, type CardProps, Typography } from "@mui/material";
import type { ReactElement, ReactNode } from "react";
import { List, Pagination, type RaRecord, useListContext, useResourceContext } from "react-admin";
import { useMay } from "../actions/why-not.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { queueOf, readActionOf, type ResourceName } from "../provider/resources.ts";
import { usePace } from "../shell/use-live.ts";
import { Forbidden } from "./forbidden.tsx";
import { PageTitle } from "./page-title.tsx";

interface PagedListProps {
  readonly resource?: ResourceName;
  readonly title?: string;
  readonly filters?: ReactElement[];
  /** Permanent filters, for a list inside a record's page. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly filterDefaultValues?: Readonly<Record<string, unknown>>;
  readonly actions?: ReactElement | false;
  /** Polling interval, for lists of waiting items. */
  readonly everyMs?: number;
  readonly children: ReactNode;
}

/** A wide table scrolls in here: a keyboard must be able to reach it. */
function ScrollCard(props: CardProps) {
  return <Card tabIndex={0} {...props} />;
}

/**
 * A list of the desk, newest first; longest waiting first if it is a queue. On the page of a record its page number is
 * not in the URL. Whoever may not see it reads who may.
 */
export function PagedList(props: PagedListProps) {
  const action = readActionOf(useResourceName(props.resource));
  const may = useMay();
  return action === undefined || may(action) ? (
    <AllowedList {...props} />
  ) : (
    <Forbidden action={action} title={props.title} />
  );
}

/** The resource of a list: its own, else that of the page around it. */
function useResourceName(own?: ResourceName): ResourceName {
  // Every resource of the desk is one of its table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return useResourceContext(own === undefined ? {} : { resource: own }) as ResourceName;
}

function AllowedList(props: PagedListProps) {
  const { filter, filters, everyMs, title, filterDefaultValues, actions = false, resource, children } = props;
  const pace = usePace(everyMs);
  const inner = filter !== undefined;
  return (
    <List<RaRecord>
      {...(resource !== undefined && { resource })}
      {...(inner && { filter, disableSyncWithLocation: true, storeKey: false as const })}
      {...(filters !== undefined && { filters })}
      {...(filterDefaultValues !== undefined && { filterDefaultValues })}
      {...(pace !== false && { queryOptions: { refetchInterval: pace } })}
      title={inner ? false : <ListTitle name={title ?? ""} filters={filters} />}
      actions={actions}
      empty={false}
      component={ScrollCard}
      exporter={false}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
    >
      <Rows>{children}</Rows>
    </List>
  );
}

/** The name of a list; for the browser's tab also what its choices narrow it to. */
function ListTitle({
  name,
  filters,
}: {
  readonly name: string;
  readonly filters?: ReactElement[] | undefined;
}) {
  const { filterValues } = useListContext();
  const shows = (filters ?? []).flatMap(({ props }) => {
    // The filters of the desk are text fields, days, and choices with their names.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { source, choices } = props as {
      readonly source?: string;
      readonly choices?: readonly { readonly id: unknown; readonly name: string }[];
    };
    const chosen: unknown = source === undefined ? undefined : filterValues[source];
    return choices?.find(({ id }) => id === chosen)?.name ?? [];
  });
  return <PageTitle name={name} shows={shows} />;
}

/** The rows, or in a sentence why there are none. */
function Rows({ children }: { readonly children: ReactNode }) {
  const t = useI18n();
  const { data, error, isPending, refetch } = useListContext();
  if (error && data === undefined)
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t("action.again")}</Button>}>
        {error instanceof Error ? error.message : t("action.failed")}
      </Alert>
    );
  return isPending || (data?.length ?? 0) > 0 ? children : <NoRows />;
}

function NoRows() {
  const t = useI18n();
  const { filterValues, setFilters } = useListContext();
  const name = useResourceName();
  const queue = queueOf(name, filterValues);
  const isNarrowed = queue === undefined && Object.keys(filterValues).length > 0;
  const sentence = queue === undefined ? (`empty.${name}` as const) : (`empty.queue.${queue}` as const);
  return (
    <Box sx={{ p: 3, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
      <Typography color="textSecondary">{t(isNarrowed ? "empty.filtered" : sentence)}</Typography>
      {isNarrowed && (
        <Button size="small" onClick={() => setFilters({}, [])}>
          {t("empty.showAll")}
        </Button>
      )}
    </Box>
  );
}
