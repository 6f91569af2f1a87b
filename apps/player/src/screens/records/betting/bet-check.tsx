import type { BetRecord } from "@lotus/contract";
import type { BetStepName } from "@lotus/fair";
import type { AnyMessageKey, ShieldMessageKey } from "@lotus/locales";
import { Button, ChevronDownIcon, DownloadIcon } from "@lotus/ui";
import { useId } from "react";
import { saveFile } from "../../../components/save-file.ts";
import { allBetFaultWords, betFaultWords } from "../../../features/fairness/bet-fault-words.ts";
import { type CheckStep, CheckSteps } from "../../../features/fairness/check-steps.tsx";
import { allDrawFaultWords } from "../../../features/fairness/draw-fault-words.ts";
import { isRefundProved } from "../../../features/fairness/kept-bet.ts";
import { ownBetOf } from "../../../features/fairness/own-bet-of.ts";
import type { EvidenceFile, ShieldState } from "../../../features/fairness/own-bets.ts";
import { useShield } from "../../../features/fairness/use-shield.ts";
import { shieldWord, ShieldStateIcon } from "../../../features/fairness/shield.tsx";
import type { BetCheck as Check } from "../../../features/fairness/checks.ts";
import { type I18n, useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./bet-check.module.css";
import { type ShownCheck, useBetCheck } from "./use-bet-check.ts";

/** What this device found out about a bet: in a sentence, with what is wrong, the evidence, and each step folded away. */
export function BetCheck({ order }: { order: BetRecord }) {
  const words = useI18n();
  const { t, dateTime } = words;
  const bet = ownBetOf(order);
  const shield = useShield(bet);
  const shown = useBetCheck(order.orderNo);
  const { state, checkedAt } = shield;
  const titleId = useId();
  return (
    <section className={styles.check} data-state={state} aria-labelledby={titleId}>
      {/* Announced when the check ends while the bet is open. */}
      <div className={styles.found} aria-live="polite">
        <ShieldStateIcon state={state} size={24} />
        <div>
          <h3 id={titleId}>
            {t(isCorrect(state, shown) ? "verify.houseRun" : shieldWord(state, bet.isOver))}
          </h3>
          {state === "failed" && shown !== undefined && <Faults check={shown.check} />}
          <p className={styles.sentence}>{shown !== undefined && t(sentenceOf(state, bet.isOver, shown))}</p>
          <WouldBe check={shown?.check ?? null} />
          {(checkedAt !== null || bet.isOver) && (
            <p className={styles.when}>
              {checkedAt !== null && t("shield.checkedAt", { at: dateTime(checkedAt) })}
            </p>
          )}
        </div>
        {state === "failed" && <SaveEvidence files={shown?.files ?? []} />}
      </div>
      <details className={styles.steps}>
        <summary>
          {t("shield.steps")}
          <ChevronDownIcon size={18} aria-hidden />
        </summary>
        <div className={styles.stepsBody}>
          <CheckSteps steps={stepsOf(shown?.check ?? null, words)} />
          <Evidence files={shown?.files ?? []} />
        </div>
      </details>
    </section>
  );
}

function sentenceOf(state: ShieldState, isOver: boolean, { check }: ShownCheck): AnyMessageKey {
  if (state === "waiting") return isOver ? "shield.words.checking" : "shield.words.waiting";
  if (state === "unwitnessed" && isUnproved(check)) return "shield.words.unproved";
  if (state === "unwitnessed") return isUnwatched(check) ? "shield.words.nobody" : "shield.words.house";
  if (state === "failed" && check?.trust.hasChanged === true) return "verify.changedWords";
  if (state === "refunded" && (check?.report.draw.voided ?? null) !== null) return "shield.words.voided";
  return `shield.words.${state}`;
}

/** Whether everything was found right, except that outsiders vouch for too little of it. */
function isCorrect(state: ShieldState, shown: ShownCheck | undefined): boolean {
  return state === "unwitnessed" && shown !== undefined && !isUnproved(shown.check);
}

/** Whether the bet is to be refunded and its log shows no refunds: nothing says that the money came. */
function isUnproved(check: Check | null): boolean {
  return check?.report.verdict === "refunded" && !isRefundProved(check);
}

/** Whether nobody cosigns the log; otherwise the operator runs the beacon or the witnesses. */
function isUnwatched(check: Check | null): boolean {
  return check !== null && (!check.report.isWatched || check.trust.witnesses === "none");
}

function Faults({ check }: { check: Check | null }) {
  const words = useI18n();
  const found = check === null ? [] : allBetFaultWords(check, words);
  // Nothing that the server has shown is wrong: what it does not show is.
  const faults = found.length > 0 ? found : [words.t("shield.fault.unanswered")];
  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

/** What a bet would have been paid whose draw did not take place. */
function WouldBe({ check }: { check: Check | null }) {
  const { t, money } = useI18n();
  const wouldBe = check?.report.wouldBe ?? null;
  if (wouldBe === null) return null;
  return <p>{t("shield.wouldBe", { payout: money(wouldBe.payout) })}</p>;
}

/** Saves the receipt with the proof of the draw: on its own it shows what is wrong. */
function SaveEvidence({ files: [first] }: { files: readonly EvidenceFile[] }) {
  const { t } = useI18n();
  if (first === undefined) return null;
  return (
    <Button block size="s" icon={<DownloadIcon size={18} aria-hidden />} onClick={() => saveFile(first)}>
      {t("shield.save")}
    </Button>
  );
}

/** Each file with a button of its own: a browser saves one file a tap. */
function Evidence({ files }: { files: readonly EvidenceFile[] }) {
  const { t } = useI18n();
  if (files.length === 0) return null;
  return (
    <div className={styles.files}>
      <p>{t("shield.files")}</p>
      <ul>
        {files.map((file) => (
          <li key={file.name}>
            <button type="button" onClick={() => saveFile(file)}>
              <DownloadIcon size={18} aria-hidden />
              {file.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const STEP_TITLES = {
  receipt: "shield.step.receipt",
  close: "shield.step.close",
  period: "shield.step.period",
  odds: "shield.step.odds",
  draw: "shield.step.draw",
  payout: "shield.step.payout",
} as const satisfies Record<BetStepName, ShieldMessageKey>;

// Object.keys widens the keys, which are the steps.
const STEP_NAMES = Object.keys(STEP_TITLES) as BetStepName[];

/** The steps in order; without a check, all of them are to come. */
function stepsOf(check: Check | null, words: I18n): readonly CheckStep[] {
  const steps =
    check?.report.steps ?? STEP_NAMES.map((step) => ({ step, state: "open", faults: [] }) as const);
  return steps.map(({ step, state, faults }) => ({
    title: words.t(STEP_TITLES[step]),
    state,
    words: null,
    hex: null,
    faults: [
      ...faults.map((fault) => betFaultWords(fault, words)),
      ...(step === "draw" && check !== null ? allDrawFaultWords(check.report.draw, words) : []),
    ],
  }));
}
