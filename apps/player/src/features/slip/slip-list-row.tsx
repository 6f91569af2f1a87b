import { ChevronDownIcon, IconButton, joinClasses, XIcon } from "@lotus/ui";
import { type ReactNode, useId, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { PicksText } from "./picks-text.tsx";
import type { LineFigures } from "./slip-figures.ts";
import styles from "./slip-sheet.module.css";

/** Neighbouring lines of one typed list, or a single line. */
export type ListRun = readonly [LineFigures, ...LineFigures[]];

/** The lines of a slip, those of one typed list together. */
export function listRuns(lines: readonly LineFigures[]): readonly ListRun[] {
  const runs: [LineFigures, ...LineFigures[]][] = [];
  for (const figures of lines) {
    const run = runs.at(-1);
    const { list } = figures.line;
    if (run !== undefined && list !== undefined && run[0].line.list === list) run.push(figures);
    else runs.push([figures]);
  }
  return runs;
}

interface SlipListRowProps {
  lines: ListRun;
  frozen: boolean;
  /** A line of it is at fault: it stays open. */
  hasFault: boolean;
  onRemove: () => void;
  /** The lines one by one. */
  children: ReactNode;
}

/** The lines of a typed list as one, which opens to show them; a single line as it is. */
export function SlipListRow({ lines, frozen, hasFault, onRemove, children }: SlipListRowProps) {
  const { t, money } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (lines.length === 1) return children;
  const [{ name, option, line }] = lines;
  const shown = isOpen || hasFault;
  return (
    <>
      <li className={styles.line}>
        <button
          type="button"
          className={styles.words}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.title}>
            <span className={styles.name}>{name}</span>
            <ChevronDownIcon
              className={joinClasses(styles.chevron, shown && styles.turned)}
              size={16}
              aria-hidden
            />
          </span>
          <span className={styles.listCount}>
            {t("slips.list", {
              lines: lines.length,
              bets: lines.reduce((sum, { betCount }) => sum + betCount, 0),
            })}
          </span>
          {!shown && (
            <span className={styles.preview}>
              <PicksText option={option} line={line} /> …
            </span>
          )}
        </button>
        <span className={styles.cost}>
          <b>{money(lines.reduce((sum, { total }) => sum + total, 0n))}</b>
        </span>
        <IconButton
          label={t("slips.listRemove", { name })}
          icon={<XIcon size={20} />}
          disabled={frozen}
          onClick={onRemove}
        />
      </li>
      <li id={id} hidden={!shown}>
        {shown && <ul className={styles.listLines}>{children}</ul>}
      </li>
    </>
  );
}
