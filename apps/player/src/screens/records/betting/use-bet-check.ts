import { use, useEffect, useState } from "react";
import type { EvidenceFile, Shield } from "../../../features/fairness/own-bets.ts";
import { OwnBetsContext } from "../../../features/fairness/use-shield.ts";
import type { BetCheck } from "../../../features/fairness/checks.ts";

/** A check with the files that prove it. */
export interface ShownCheck {
  /** Null while nothing has been checked. */
  readonly check: BetCheck | null;
  readonly files: readonly EvidenceFile[];
}

/** The last check of a bet, read again whenever its shield changes; undefined until it is read. */
export function useBetCheck(orderNo: string): ShownCheck | undefined {
  const bets = use(OwnBetsContext);
  const [shown, setShown] = useState<ShownCheck>();
  useEffect(() => {
    let latest: Shield | undefined;
    const read = () => {
      const shield = bets.shieldOf(orderNo);
      if (shield === latest) return;
      latest = shield;
      const show = (found: ShownCheck) => {
        if (shield === latest) setShown(found);
      };
      Promise.all([bets.checkOf(orderNo), bets.evidenceOf(orderNo)]).then(
        ([check, files]) => show({ check, files }),
        () => show({ check: null, files: [] }),
      );
    };
    read();
    const unsubscribe = bets.subscribe(read);
    return () => {
      latest = undefined;
      unsubscribe();
    };
  }, [bets, orderNo]);
  return shown;
}
