import { DownloadIcon, hideToast, IconButton, toast } from "@lotus/ui";
import { useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { notify } from "../../shell/notify.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { type SheetColumn, saveSheet } from "../../components/save-sheet.ts";
import { dayOf } from "../days/days.ts";

/** Longest duration of the "loading" message. */
const LONGEST_MS = 20_000;
/** A file holds at most this many records, the newest. */
const MAX_RECORDS = 2000;

/** One page of a list, and the cursor of the next; null after the last. */
interface ListPage<Row> {
  readonly list: readonly Row[];
  readonly nextCursor: string | null;
}

export interface SaveRecordsProps<Row> {
  /** File name without date and extension. */
  name: string;
  columns: readonly SheetColumn<Row>[];
  /** Fetches one page of the filtered records; has already shown its error when it rejects. */
  pageOf: (cursor: string | undefined) => Promise<ListPage<Row>>;
}

/** Button that saves a list of records as a file: all filtered records, not only those scrolled to. */
export function SaveRecords<Row>({ name, columns, pageOf }: SaveRecordsProps<Row>) {
  const { t, number } = useI18n();
  const { currency } = useAppConfig();
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    toast(t("app.loading"), { icon: "loading", durationMs: LONGEST_MS });
    // On failure the request has replaced "loading" with its error.
    const found = await everyPage(pageOf).catch(() => undefined);
    setBusy(false);
    if (found === undefined) return;
    hideToast();
    saveSheet({
      name: `${name}-${dayOf(serverClock.now())}`,
      unit: currency.symbol,
      columns,
      rows: found.rows,
    });
    if (found.cut) notify(t("records.cut", { count: number(MAX_RECORDS) }));
  }
  return (
    <IconButton
      label={t("records.save")}
      aria-busy={busy}
      disabled={busy}
      icon={<DownloadIcon size={20} />}
      onClick={() => void save()}
    />
  );
}

async function everyPage<Row>(
  pageOf: SaveRecordsProps<Row>["pageOf"],
): Promise<{ rows: readonly Row[]; cut: boolean }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { list, nextCursor } = await pageOf(cursor);
    rows.push(...list);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_RECORDS);
  return { rows: rows.slice(0, MAX_RECORDS), cut: cursor !== undefined || rows.length > MAX_RECORDS };
}
