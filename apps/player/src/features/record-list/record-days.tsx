import { Card, ListRow } from "@lotus/ui";
import type { ReactNode } from "react";
import { useCopy } from "../../components/clipboard/use-copy.ts";
import { behindPaint } from "../../shell/next-paint.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import styles from "./record-list.module.css";
import type { AnyRecord } from "./record-queries.ts";

/** What a row shows of a record. */
export interface RecordRowParts {
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: string;
  readonly figure: ReactNode;
  readonly status: ReactNode;
}

interface RecordDayListProps<R extends AnyRecord> {
  records: readonly R[];
  rowOf: (record: R, words: I18n) => RecordRowParts;
  /** Number of the record that is shown beside the list. */
  shown: string | undefined;
  onShow: (record: R) => void;
}

/** Records under the day they happened on in the player's zone, newest first. */
export function RecordDayList<R extends AnyRecord>(props: RecordDayListProps<R>) {
  const { records, rowOf, shown, onShow } = props;
  const words = useI18n();
  const copy = useCopy();
  const { date, locale } = words;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" });
  return [...Map.groupBy(records, (record) => date(record.time))].map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h2 className={styles.date}>{`${weekday.format(ofDay[0]?.time)}, ${day}`}</h2>
      <Card padding="none">
        {ofDay.map((record) => {
          const { icon, title, detail, figure, status } = rowOf(record, words);
          return (
            <ListRow
              key={record.orderNo}
              icon={<span className={styles.icon}>{icon}</span>}
              title={title}
              detail={detail}
              value={figure}
              status={status}
              chevron={false}
              current={record.orderNo === shown}
              onClick={() => behindPaint(onShow)(record)}
              onHold={() => void copy(record.orderNo)}
            />
          );
        })}
      </Card>
    </section>
  ));
}
