import type { CurrentPeriod, RuleTree } from "@lotus/contract";
import type { Money } from "@lotus/money";
import { Button, ZapIcon } from "@lotus/ui";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { shortNo } from "../draw/draw-phase.ts";
import type { GameStore } from "../slip/game-store.ts";
import { ConfirmWords } from "../slip/slip-actions.tsx";
import type { SlipFigures } from "../slip/slip-figures.ts";
import { HABITS_STORAGE_KEY, useSlipHabits } from "../slip/slip-habits.ts";
import { sells } from "../slip/slip-period.ts";
import type { Slip } from "../slip/use-slip.ts";
import { oneTapBet } from "./one-tap-bet.ts";
import styles from "./one-tap.module.css";

export interface OneTapButtonProps {
  store: GameStore;
  tree: RuleTree;
  slip: Slip;
  current: CurrentPeriod | undefined;
  now: () => number;
  balance: Money | null;
  /** The most that a bet by one tap costs, as typed. */
  most: string;
  /** Nothing has changed since the last pick that would have to be read: period or odds. */
  isAsPicked: boolean;
  /** Told whether this button is shown, in place of the one that opens the slip. */
  onShown: (isShown: boolean) => void;
}

/** The bet button of a player who bets by one tap: it says exactly what the tap does. None while something is to be read first. */
export function OneTapButton(props: OneTapButtonProps) {
  const { store, slip, current, now, onShown } = props;
  const { t } = useI18n();
  useHabitsOfOtherWindows();
  const state = useStore(store);
  const bet = props.isAsPicked ? oneTapBet(state, { ...props, bounds: slip.bounds }) : null;
  // While it is sent, the picks have left the board.
  const [sent, setSent] = useState<SlipFigures | null>(null);
  const isSending = useRef(false);
  const shown = slip.busy ? sent : bet;
  const isShown =
    shown !== null && current !== undefined && !slip.isOpen && (slip.busy || sells(current, now()));
  // Before anything is painted, so that there is always one button.
  useLayoutEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  if (!isShown) return null;
  const press = async () => {
    // The second tap of two comes before the button is busy.
    if (isSending.current) return;
    // Between a render and a tap the sale may have closed, and another component may have changed the slip.
    const asked = oneTapBet(store.getState(), { ...props, bounds: slip.bounds });
    if (asked?.total !== shown.total || !sells(current, now())) {
      slip.open();
      return;
    }
    setSent(asked);
    isSending.current = true;
    try {
      await slip.placeAtOnce(current, asked.unit ?? 0n);
    } finally {
      isSending.current = false;
    }
  };
  return (
    <Button
      data-one-tap
      className={styles.bet}
      busy={slip.busy}
      icon={<ZapIcon size={18} aria-hidden />}
      onClick={() => void press()}
    >
      <ConfirmWords figures={shown} />
      <span className={styles.period}>{t("play.draw.period", { no: shortNo(current.prizeNo) })}</span>
    </Button>
  );
}

/** One tap that was switched off in another window is off in this one. */
function useHabitsOfOtherWindows(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === HABITS_STORAGE_KEY || key === null) void useSlipHabits.persist.rehydrate();
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
}
