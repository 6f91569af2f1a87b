import type { CurrentPeriod, RuleTree } from "@lotus/contract";
import { ConfirmDialog } from "@lotus/ui";
import { useEffect, useEffectEvent, useState } from "react";
import { notifyError } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { type GameStore, isUntouched } from "./game-store.ts";
import type { SlipOffer } from "./slip-line.ts";
import { readOffer } from "./slip-offer.ts";
import { slipYear } from "./slip-year.ts";
import type { Slip } from "./use-slip.ts";

interface OfferedSlipProps {
  offer: SlipOffer;
  store: GameStore;
  tree: RuleTree;
  current: CurrentPeriod;
  slip: Slip;
}

/**
 * Puts an offer on the slip and opens it, so that period, lines and total are seen before anything is placed. Asks first
 * if that would replace something; a slip whose answer is outstanding is never replaced.
 */
export function OfferedSlip({ offer, store, tree, current, slip }: OfferedSlipProps) {
  const { t } = useI18n();
  const [asked, setAsked] = useState(() => ({ offer, isBegun: isBegun(store) }));
  if (asked.offer !== offer) setAsked({ offer, isBegun: isBegun(store) });
  const done = () => store.getState().setOffer(null);
  const take = () => {
    const { gameCode } = tree;
    const year = slipYear(gameCode, { attempt: null, seen: null, current });
    const { lines, unit, left, changes } = readOffer(tree, offer, year);
    done();
    if (lines.length === 0) return notifyError(t("slips.nothingLeft"));
    const state = store.getState();
    state.fillSlip(lines, unit ?? state.unit);
    return left.length > 0 || changes.length > 0
      ? slip.openWith({ kind: "offer", left, changes })
      : slip.open();
  };
  const onOffer = useEffectEvent((given: typeof asked) => {
    if (given.isBegun) return;
    if (isUntouched(store.getState())) take();
    else {
      done();
      slip.open();
    }
  });
  useEffect(() => onOffer(asked), [asked]);
  return (
    <ConfirmDialog
      open={asked.isBegun}
      title={t("slips.replaceAsk")}
      confirmLabel={t("slips.replace")}
      cancelLabel={t("slips.keep")}
      onConfirm={take}
      onCancel={done}
    >
      {t("slips.replaceWords")}
    </ConfirmDialog>
  );
}

/** Whether there is something to lose; a slip whose answer is outstanding is not. */
function isBegun(store: GameStore): boolean {
  const state = store.getState();
  return state.attempt === null && !isUntouched(state);
}
