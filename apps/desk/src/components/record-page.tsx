import { Alert, Button } from "@mui/material";
import type { ReactElement, ReactNode } from "react";
import { Show, useResourceContext, useShowContext } from "react-admin";
import { useMay } from "../actions/why-not.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { readActionOf, type PageName } from "../provider/resources.ts";
import { Forbidden } from "./forbidden.tsx";

interface RecordPageProps {
  readonly title: ReactElement;
  /** Polling interval, for a record that changes while it is shown. */
  readonly everyMs?: number;
  readonly children: ReactNode;
}

/** A list row has fewer fields than the record; a cache key of its own keeps the two apart. */
const WHOLE = { whole: true } as const;

/** The page of one record. One that cannot be shown says why; react-admin would send the reader to the list. */
export function RecordPage({ title, everyMs, children }: RecordPageProps) {
  const t = useI18n();
  const may = useMay();
  // Every resource of the desk is one of its table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const name = useResourceContext() as PageName;
  const action = readActionOf(name);
  if (action !== undefined && !may(action))
    return <Forbidden action={action} title={t(`resources.${name}.name`)} />;
  return (
    <Show
      component="div"
      actions={false}
      title={title}
      queryOptions={{
        meta: WHOLE,
        onError: () => undefined,
        ...(everyMs !== undefined && { refetchInterval: everyMs }),
      }}
    >
      <Body>{children}</Body>
    </Show>
  );
}

function Body({ children }: { readonly children: ReactNode }) {
  const t = useI18n();
  const { record, error, refetch } = useShowContext();
  if (record !== undefined || !error) return children;
  return (
    <Alert
      severity="error"
      sx={{ mt: 2 }}
      action={<Button onClick={() => void refetch()}>{t("action.again")}</Button>}
    >
      {error instanceof Error ? error.message : t("action.failed")}
    </Alert>
  );
}
