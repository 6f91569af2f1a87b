import { Button, CheckIcon, Strip, UndoIcon, useSecondsLeft } from "@lotus/ui";
import { useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { notify, notifyError, notifySuccess } from "../../shell/notify.ts";
import { OwnBetsContext } from "../fairness/use-shield.ts";
import { type CancelOutcome, cancelSender } from "../outcomes/cancel-bet.ts";
import type { GameStore } from "../slip/game-store.ts";
import type { PlacedSlip } from "../slip/place-slip.ts";
import type { PlacedAtOnce } from "../slip/use-slip.ts";
import styles from "./one-tap.module.css";
import { putBack } from "./put-back.ts";

/** How long a bet placed by one tap can be taken back here; in the records, until its sale closes. */
export const UNDO_MS = 8000;

/** A bet that was placed by one tap, at a time of the server's clock. */
export interface TakenByOneTap extends PlacedAtOnce {
  readonly slip: PlacedSlip;
  readonly at: number;
}

export interface UndoStripProps {
  placed: TakenByOneTap;
  store: GameStore;
  now: () => number;
  /** It can no longer be taken back here. */
  onGone: () => void;
}

/** What was placed by one tap, and the way back for as long as there is one. */
export function UndoStrip({ placed, store, now, onGone }: UndoStripProps) {
  const { t, money, number } = useI18n();
  const { slip, seen } = placed;
  const left = useSecondsLeft(Math.min(placed.at + UNDO_MS, seen.closeAt), now);
  const undo = useUndo(placed, store, onGone);
  const leave = useEffectEvent(() => {
    if (!undo.busy) onGone();
  });
  useEffect(() => {
    if (left === 0) leave();
  }, [left]);
  const box = useFocusHandedOn();
  return (
    <div ref={box} className={styles.placed}>
      <Strip
        tone="brand"
        icon={<CheckIcon size={20} aria-hidden />}
        action={
          <Button
            variant="ghost"
            size="s"
            icon={<UndoIcon size={18} aria-hidden />}
            busy={undo.busy}
            onClick={() => void undo.start()}
          >
            {t("oneTap.undo")}
            <span aria-hidden className={styles.left}>
              {number(left ?? 0)}
            </span>
          </Button>
        }
      >
        {t("play.slip.placed", { count: slip.orders.length, total: money(slip.total) })}
      </Strip>
    </div>
  );
}

/** Cancels the bet, and puts its picks back once that is certain. */
function useUndo({ slip, seen, attempt }: TakenByOneTap, store: GameStore, onDone: () => void) {
  const { t, money } = useI18n();
  const client = useQueryClient();
  const ownBets = use(OwnBetsContext);
  const [busy, setBusy] = useState(false);
  const isSent = useRef(false);
  const { gameCode } = store.getState();
  // A cancellation that this device did not ask for is forged: it must know before the server does.
  const [send] = useState(() =>
    cancelSender(({ orderNo }: { readonly orderNo: string }) =>
      ownBets.askToCancel({ orderNo, gameCode, periodNo: seen.prizeNo }),
    ),
  );
  const tell = (outcome: CancelOutcome) => {
    if (outcome.kind === "cancelled") notifySuccess(t("oneTap.undone", { refund: money(outcome.refund) }));
    else if (outcome.kind === "unknown") notify(t("oneTap.unknown"));
    else notifyError(t(outcome.kind === "tooLate" ? "oneTap.tooLate" : "oneTap.refused"));
  };
  return {
    busy,
    start: async () => {
      const [order] = slip.orders;
      if (order === undefined || isSent.current) return;
      isSent.current = true;
      setBusy(true);
      const outcome = await send(order);
      if (outcome.kind === "cancelled") putBack(store, attempt);
      tell(outcome);
      void client.invalidateQueries({ queryKey: ["bets"] });
      setBusy(false);
      onDone();
    },
  };
}

/** Hands the focus on to the bet button when the element that has it goes away. */
function useFocusHandedOn() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      document.querySelector<HTMLElement>("[data-one-tap], [data-open-slip]")?.focus();
    };
  }, []);
  return box;
}
