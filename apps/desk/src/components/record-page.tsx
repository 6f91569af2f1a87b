import type { ReactElement, ReactNode } from "react";
import { Show } from "react-admin";

interface RecordPageProps {
  readonly title: ReactElement;
  /** Polling interval, for a record that changes while it is shown. */
  readonly everyMs?: number;
  readonly children: ReactNode;
}

/** A list row has fewer fields than the record; a cache key of its own keeps the two apart. */
const WHOLE = { whole: true } as const;

/** The page of one record. */
export function RecordPage({ title, everyMs, children }: RecordPageProps) {
  return (
    <Show
      component="div"
      actions={false}
      title={title}
      queryOptions={{ meta: WHOLE, ...(everyMs !== undefined && { refetchInterval: everyMs }) }}
    >
      {children}
    </Show>
  );
}
