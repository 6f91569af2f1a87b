import { Card, type CardProps } from "@mui/material";
import type { ReactElement, ReactNode } from "react";
import { List, Pagination, type RaRecord } from "react-admin";
import { usePace } from "../shell/use-live.ts";
import type { ResourceName } from "../provider/resources.ts";

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
 * not in the URL.
 */
export function PagedList(props: PagedListProps) {
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
      title={inner ? false : (title ?? "")}
      actions={actions}
      empty={false}
      component={ScrollCard}
      exporter={false}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
    >
      {children}
    </List>
  );
}
