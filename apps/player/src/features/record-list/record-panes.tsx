import { besideSheet, SheetShell } from "@lotus/ui";
import type { KeyboardEvent, ReactNode } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useWideWindow } from "../../shell/window-layout.ts";
import styles from "./record-list.module.css";

interface RecordPanesProps {
  /** The sheet of one record; it renders nothing visible while none is shown. */
  detail: ReactNode;
  /** A record is shown. */
  open: boolean;
  children: ReactNode;
}

/**
 * A list of records and one of them: in a wide window beside the list, where the arrow keys go through it, otherwise in a
 * sheet above it.
 */
export function RecordPanes({ detail, open, children }: RecordPanesProps) {
  const { t } = useI18n();
  const wide = useWideWindow();
  // The same elements in every window: what is open in the list stays open as the window becomes wide.
  return (
    // The keys are those of the rows and of the pane.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.panes}
      data-wide={wide || undefined}
      {...(wide && { onKeyDown: (event) => goThrough(event, open) })}
    >
      <div>{children}</div>
      <div className={styles.pane} {...(wide && { role: "complementary", "aria-label": t("records.pane") })}>
        {wide && !open && <p className={styles.choose}>{t("records.choose")}</p>}
        {wide ? <SheetShell value={besideSheet}>{detail}</SheetShell> : detail}
      </div>
    </div>
  );
}

/** Arrow up and down lead to the next row; while one is shown, it is the next one that is. */
function goThrough(event: KeyboardEvent<HTMLDivElement>, open: boolean): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const inPane = event.target.matches("[data-beside]");
  const at = rows.findIndex((row) => (inPane ? row.ariaCurrent === "true" : row === event.target));
  const next = at < 0 ? undefined : rows[at + step];
  if (next === undefined) return;
  event.preventDefault();
  if (!inPane) next.focus();
  if (open) next.click();
  next.scrollIntoView({ block: "nearest" });
}
