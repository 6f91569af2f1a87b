import type { LeftOut, LeftOutReason, Spot, TypedReading } from "@lotus/games";
import { ChevronRightIcon } from "@lotus/ui";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import styles from "./typed-sheet.module.css";

const WORDS = {
  length: "typed.left.length",
  unknown: "typed.left.unknown",
  repeated: "typed.left.repeated",
  few: "typed.left.few",
  many: "typed.left.many",
  shape: "typed.left.shape",
  ambiguous: "typed.left.ambiguous",
  range: "typed.left.range",
  unreadable: "typed.left.unreadable",
} as const satisfies Record<LeftOutReason, string>;

/** Pieces that are listed; more would only be scrolled past. */
const MAX_LISTED = 20;

/** Characters of a piece that are shown. */
const MAX_PIECE = 24;

interface LeftOutListProps {
  text: string;
  reading: TypedReading;
  /** Shows a place of the text. */
  onShow: (spot: Spot) => void;
}

/** What was left out and why; a tap shows where it stands. */
export function LeftOutList({ text, reading, onShow }: LeftOutListProps) {
  const { t, number } = useI18n();
  const listed = reading.leftOut.slice(0, MAX_LISTED);
  const more = reading.leftOutCount - listed.length;
  return (
    <section className={styles.left} aria-label={t("typed.left.title")}>
      <h3 className={styles.leftTitle}>{t("typed.left.title")}</h3>
      <ul>
        {listed.map((piece) => (
          <li key={piece.from}>
            <button type="button" className={styles.piece} onClick={() => onShow(piece)}>
              <span className={styles.pieceText}>{pieceText(text, piece)}</span>
              <span className={styles.reason}>{reasonText(piece, { t, number })}</span>
              <ChevronRightIcon size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{t("typed.left.more", { count: more })}</p>}
    </section>
  );
}

function pieceText(text: string, { from, to }: Spot): string {
  const piece = text.slice(from, Math.min(to, from + MAX_PIECE)).replaceAll(/\s+/gu, " ");
  return to - from > MAX_PIECE ? `${piece}…` : piece;
}

function reasonText(
  { reason, want = 0, got = 0 }: LeftOut,
  { t, number }: Pick<I18n, "t" | "number">,
): string {
  return t(WORDS[reason], { want: number(want), got: number(got) });
}
