import { ChevronRightIcon, ClockIcon } from "@lotus/ui";
import { useStore } from "zustand";
import { shortNo } from "../../features/draw/draw-phase.ts";
import type { PracticeStore } from "../../features/practice/practice-account.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { periodWords } from "./practice-period.ts";
import styles from "./practice.module.css";

interface PracticeStripProps {
  account: PracticeStore;
  gameCode: string;
  onOpen: () => void;
}

/** The practice bets that wait for a draw, or what the last ones came to, won and lost in the same words. */
export function PracticeStrip({ account, gameCode, onOpen }: PracticeStripProps) {
  const words = useI18n();
  const { t } = words;
  const bets = useStore(account, (state) => state.bets).filter((bet) => bet.gameCode === gameCode);
  const open = bets.filter((bet) => bet.state === "open");
  const [waiting] = open.toSorted((a, b) => a.drawAt - b.drawAt);
  const last = bets.find((bet) => bet.state !== "open");
  return (
    // A <div>, because an <output> may not hold a button.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status">
      {(waiting !== undefined || last !== undefined) && (
        <button type="button" className={styles.strip} aria-haspopup="dialog" onClick={onOpen}>
          <ClockIcon size={16} aria-hidden />
          <span>
            {waiting !== undefined
              ? t("practice.waiting", { no: shortNo(waiting.prizeNo), count: open.length })
              : periodWords(
                  bets.filter((bet) => bet.prizeNo === last?.prizeNo),
                  words,
                )}
          </span>
          <ChevronRightIcon size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
