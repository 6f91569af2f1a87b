import { verifyRound } from "@lotus/beacon/verify";
import { type BetReport, checkBet } from "@lotus/fair";
import { SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "@lotus/fair/testing/sample-bet";
import { SAMPLE_TRUST, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { drawFor } from "@lotus/games";
import { LOCALES, type Locale } from "@lotus/locales";
import { QueryClientProvider } from "@tanstack/react-query";
import { use } from "react";
import { queryClient } from "../src/api/query-client.ts";
import type { ShieldState } from "../src/features/fairness/own-bets.ts";
import { OwnBetsContext } from "../src/features/fairness/use-shield.ts";
import { ruleQuery } from "../src/features/game-data/queries.ts";
import { activateLocale, loadCatalog } from "../src/i18n/i18n.ts";
import { WordsProvider } from "../src/i18n/use-i18n.tsx";
import { BetCheck } from "../src/screens/records/betting/bet-check.tsx";
import { BetDays } from "../src/screens/records/betting/bet-days.tsx";
import { BetDetail } from "../src/screens/records/betting/bet-detail.tsx";
import { bet } from "../src/testing/bets.ts";
import { everyBoard } from "../src/testing/every-board.ts";
import { fakeOwnBets } from "../src/testing/fake-own-bets.ts";
import { boardWords } from "./board-words.ts";
import styles from "./gallery.module.css";
import { Part } from "./part.tsx";

const query = new URLSearchParams(location.search);
const locale: Locale = LOCALES.find((each) => each === query.get("locale")) ?? "vi-VN";
const loaded = Promise.all([activateLocale(locale), loadCatalog("shield"), loadCatalog("records")]);

const STATES: readonly ShieldState[] = [
  "checked",
  "refunded",
  "unwitnessed",
  "notShown",
  "waiting",
  "unavailable",
  "failed",
];

const OUTCOMES = {
  checked: { status: "won", payout: "19.50" },
  refunded: { status: "cancelled", refund: "2.00" },
  unwitnessed: { status: "notWon" },
  notShown: { status: "notWon" },
  waiting: { status: "notDrawn" },
  unavailable: { status: "drawn" },
  failed: { status: "won", payout: "0.75" },
} as const;

const AT = Date.UTC(2026, 10, 24, 3, 20);
const GAME = {
  gameCode: "FFC",
  name: "FFC 1′",
  family: "five-digits",
  cycleMinutes: 1,
  on: true,
  current: null,
  last: null,
} as const;

const ORDERS = STATES.map((state, at) =>
  bet({ orderNo: `B202611240000000000${at}`, time: AT, betTime: AT, betNumbers: "1,2", ...OUTCOMES[state] }),
);

function reportOf(options: Partial<SampleBetOptions>): BetReport {
  const draw = drawFor("five-digits");
  return checkBet(sampleBet({ numbers: sampleNumbers(draw), ...options }), {
    trust: SAMPLE_TRUST,
    draw,
    verifyRound,
    payoutOf: () => ({ payout: "9.75", refund: "0.00" }),
    askedToCancel: false,
  });
}

const WRONG = { inClose: null, paid: { ...SAMPLE_PAYOUT, payout: "0.75" } };

const own = fakeOwnBets();
for (const [at, state] of STATES.entries()) {
  if (state === "waiting") continue;
  const orderNo = ORDERS[at]?.orderNo ?? "";
  own.know(orderNo, {
    shield: { state, checkedAt: AT },
    check: {
      report: reportOf(state === "failed" ? WRONG : {}),
      trust: {
        pinnedBy: "build",
        hasChanged: false,
        beacon: "house",
        witnesses: "house",
        witnessNames: [],
        operators: [],
      },
    },
    files: [
      { name: `receipt-${orderNo}.json`, type: "application/json", text: "{}" },
      { name: "close-202611210582.tlog-proof", type: "text/plain", text: "" },
    ],
  });
}

queryClient.setQueryData(
  ruleQuery("FFC", locale).queryKey,
  everyBoard("FFC", boardWords("five-digits", locale)),
);

/** The shield of a bet in each state, in the list and in the details: `?locale=fr&show=failed#shields`. */
export function ShieldsPage() {
  use(loaded);
  const shown = ORDERS[STATES.findIndex((state) => state === query.get("show"))];
  return (
    <QueryClientProvider client={queryClient}>
      <WordsProvider>
        <OwnBetsContext value={own}>
          <main className={styles.page}>
            <Part name="In the list" lay="stack">
              <BetDays shown={undefined} orders={ORDERS} games={[GAME]} onShow={() => undefined} />
            </Part>
            <Part name="In the details" lay="stack">
              {ORDERS.map((order) => (
                <BetCheck key={order.orderNo} order={order} />
              ))}
            </Part>
          </main>
          <BetDetail order={shown} games={[GAME]} onClose={() => undefined} />
        </OwnBetsContext>
      </WordsProvider>
    </QueryClientProvider>
  );
}
