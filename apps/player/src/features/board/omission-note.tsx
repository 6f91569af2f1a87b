import { VisuallyHidden } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./omission-note.module.css";
import type { Omission } from "./omissions.ts";

/**
 * Draws since a number was last drawn, with the exact chance of such a run. All look alike: no number is nearer to being
 * drawn than another.
 */
export function OmissionNote({ omission }: { omission: Omission | undefined }) {
  const { t } = useI18n();
  if (omission === undefined) return null;
  const { draws, share } = omission;
  return (
    <>
      {" "}
      <small className={styles.note} aria-hidden>
        <b>{draws}</b>
        <span>{share === undefined ? "–" : `${String(share.part)}/${shortFigure(share.of)}`}</span>
      </small>
      <VisuallyHidden>
        {share === undefined ? t("omission.cellDrawn") : t("omission.cell", { count: draws, ...share })}
      </VisuallyHidden>
    </>
  );
}

const STEPS = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
] as const;

/** A whole number of at most four characters: a cell is 28 px wide. */
export function shortFigure(figure: number): string {
  for (const [size, sign] of STEPS) if (figure >= size) return `${String(Math.round(figure / size))}${sign}`;
  return String(figure);
}
