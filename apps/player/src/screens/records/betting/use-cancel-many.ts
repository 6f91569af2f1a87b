import type { BetRecord } from "@lotus/contract";
import { useQueryClient } from "@tanstack/react-query";
import { use, useState } from "react";
import { ownBetOf } from "../../../features/fairness/own-bet-of.ts";
import { OwnBetsContext } from "../../../features/fairness/use-shield.ts";
import { type CancelOutcome, cancelSender } from "../../../features/outcomes/cancel-bet.ts";
import { cancelMany } from "./cancel-many.ts";

const NOTHING: ReadonlyMap<string, CancelOutcome> = new Map();

/** Cancels bets together: the bets sent, null before, and the outcome of each as it comes. */
export function useCancelMany() {
  const client = useQueryClient();
  const ownBets = use(OwnBetsContext);
  // A cancellation that this device did not ask for is forged: it must know before the server does.
  const [send] = useState(() => cancelSender((order: BetRecord) => ownBets.askToCancel(ownBetOf(order))));
  const [sent, setSent] = useState<readonly BetRecord[] | null>(null);
  const [outcomes, setOutcomes] = useState(NOTHING);
  return {
    sent,
    outcomes,
    busy: sent !== null && outcomes.size < sent.length,
    send: (orders: readonly BetRecord[]) => {
      setSent(orders);
      const tell = (orderNo: string, outcome: CancelOutcome) =>
        setOutcomes((before) => new Map(before).set(orderNo, outcome));
      void cancelMany(orders, send, tell).then(() => client.invalidateQueries({ queryKey: ["bets"] }));
    },
    clear: () => {
      setSent(null);
      setOutcomes(NOTHING);
    },
  };
}
