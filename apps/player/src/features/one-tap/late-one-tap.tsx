import { Button, ZapIcon } from "@lotus/ui";
import { lazy, Suspense, useState } from "react";
import { useStore } from "zustand";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useSession } from "../../session/session.ts";
import { useSlipHabits } from "../slip/slip-habits.ts";
import { useLater } from "../my-slips/use-later.ts";
import type { OneTapButtonProps } from "./one-tap-button.tsx";
import type { UndoStripProps } from "./undo-strip.tsx";

const OneTap = lazy(() =>
  import("./one-tap-button.tsx").then(
    ({ OneTapButton }): { default: (props: OneTapButtonProps) => React.ReactNode } => ({
      default: OneTapButton,
    }),
    // Without it, bets are confirmed on the slip.
    () => ({ default: () => null }),
  ),
);

const Strip = lazy(() =>
  Promise.all([import("./undo-strip.tsx"), loadCatalog("oneTap")]).then(
    ([{ UndoStrip }]): { default: (props: UndoStripProps) => React.ReactNode } => ({ default: UndoStrip }),
    () => ({ default: () => null }),
  ),
);

/** The most that this player bets by one tap, as typed; null without the choice. */
export function useOneTapMost(): string | null {
  const player = useSession((session) => session.username.toLowerCase());
  return useSlipHabits(({ oneTap }) => (oneTap?.player === player ? oneTap.most : null));
}

interface LateOneTapButtonProps extends Omit<OneTapButtonProps, "isAsPicked" | "onShown"> {
  /** The button that opens the slip: it stands here whenever there is something to be read. */
  usual: React.ReactNode;
}

/**
 * The bet button by one tap, in place of the usual one. That one stays the same element while the other is loaded: a tap on a
 * button that is just replaced would be lost, and so would the focus.
 */
export function LateOneTapButton({ usual, ...props }: LateOneTapButtonProps) {
  const isAsPicked = useIsAsPicked(props);
  const [isOneTap, setOneTap] = useState(false);
  return (
    <>
      {!isOneTap && usual}
      <Suspense fallback={null}>
        <OneTap {...props} isAsPicked={isAsPicked} onShown={setOneTap} />
      </Suspense>
    </>
  );
}

/**
 * Whether the picks were made for the period and the odds that are shown now: false if either has changed since, and of picks
 * that were there before.
 */
export function useIsAsPicked(by: Pick<OneTapButtonProps, "store" | "tree" | "current">): boolean {
  const list = useStore(by.store, (state) => state.gameBetList);
  const prizeNo = by.current?.prizeNo;
  const { version } = by.tree;
  const [picked, setPicked] = useState({ list, prizeNo, version, counts: false });
  if (picked.list === list) return picked.counts && picked.prizeNo === prizeNo && picked.version === version;
  setPicked({ list, prizeNo, version, counts: true });
  return true;
}

/** The way back from a bet by one tap. Its part is loaded with the button. */
export function LateUndoStrip(props: UndoStripProps) {
  return (
    <Suspense fallback={null}>
      <Strip {...props} />
    </Suspense>
  );
}

/** Leads to the choice, which is loaded when it is opened. */
export function OneTapTool() {
  const { t } = useI18n();
  const { Part, isOpen, open, close } = useLater(() =>
    Promise.all([import("./one-tap-dialog.tsx"), loadCatalog("oneTap")]).then(
      ([{ OneTapDialog }]) => OneTapDialog,
    ),
  );
  return (
    <>
      <Button
        variant="ghost"
        size="s"
        icon={<ZapIcon size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t("slips.oneTap")}
      </Button>
      {Part !== null && isOpen && <Part open onClose={close} />}
    </>
  );
}
