import { IconButton, joinClasses, PencilIcon, VisuallyHidden, XIcon } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { oddsText } from "./odds-text.ts";
import { PicksText } from "./picks-text.tsx";
import type { LineFigures } from "./slip-figures.ts";
import styles from "./slip-sheet.module.css";

interface SlipLineRowProps {
  figures: LineFigures;
  /** The keypad sets this line's own stake. */
  isStaked: boolean;
  /** Being sent or unanswered: nothing may change. */
  frozen: boolean;
  /** Marks the line at fault, with the server's message if there is one. */
  fault: string | boolean;
  onRemove: () => void;
  onEdit: () => void;
  /** Lets the keypad set this line's stake, or no longer. */
  onStake: () => void;
}

/** One line of a slip: name, odds, picks and cost; a tap moves it back to the board, one on its cost changes its stake. */
export function SlipLineRow(props: SlipLineRowProps) {
  const { figures, isStaked, frozen, fault, onRemove, onEdit, onStake } = props;
  const words = useI18n();
  const { t, money, number } = words;
  const { name, odds, betCount, line, option, unit } = figures;
  return (
    <li className={joinClasses(styles.line, fault !== false && styles.fault)}>
      <button type="button" className={styles.words} onClick={onEdit} disabled={frozen}>
        <span className={styles.title}>
          <span className={styles.name}>{name}</span>
          {odds !== null && <span className={styles.odds}>{oddsText(odds, words)}</span>}
          <PencilIcon className={styles.pencil} size={14} aria-hidden />
        </span>
        <PicksText option={option} line={line} />
        <VisuallyHidden>{t("play.slip.edit")}</VisuallyHidden>
        {typeof fault === "string" && <span className={styles.faultWords}>{fault}</span>}
      </button>
      <button
        type="button"
        className={joinClasses(styles.cost, line.amount !== undefined && styles.own)}
        aria-pressed={isStaked}
        disabled={frozen}
        onClick={onStake}
      >
        <VisuallyHidden>{t("slips.stakeOfLine", { name })}</VisuallyHidden>
        <b>{money(figures.total)}</b>
        <span>
          {number(betCount)} × {unit === null ? "–" : money(unit)}
        </span>
      </button>
      <IconButton
        label={t("play.slip.remove", { name })}
        icon={<XIcon size={20} />}
        disabled={frozen}
        onClick={onRemove}
      />
    </li>
  );
}
