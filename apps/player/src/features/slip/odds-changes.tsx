import { useI18n } from "../../i18n/use-i18n.tsx";
import type { OddsChange } from "./slip-figures.ts";
import styles from "./slip-sheet.module.css";

/** Largest number of changed figures of one line that are listed. */
const MAX_FIGURES = 6;

/** Changed odds by line: old → new. */
export function OddsChanges({ changes }: { changes: readonly OddsChange[] }) {
  const { t, odds } = useI18n();
  return (
    <ul className={styles.changes}>
      {changes.map(({ key, name, figures }) => (
        <li key={key}>
          {figures.slice(0, MAX_FIGURES).map(({ prize, before, now }) => (
            <span key={`${prize ?? ""} ${before}`} className={styles.change}>
              {t("play.slip.oddsFromTo", {
                name: prize === undefined ? name : `${name} · ${prize}`,
                before: `×${odds(before)}`,
                now: `×${odds(now)}`,
              })}
            </span>
          ))}
          {figures.length > MAX_FIGURES && (
            <span className={styles.change}>
              {t("play.slip.oddsMore", { name, count: figures.length - MAX_FIGURES })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
