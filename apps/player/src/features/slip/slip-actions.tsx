import { parseMoney } from "@lotus/money";
import { Button, Figure, useSecondsLeft, formatCountdown } from "@lotus/ui";
import { notify } from "../../shell/notify.ts";
import { type I18n, useI18n } from "../../i18n/use-i18n.tsx";
import { shortNo } from "../draw/draw-phase.ts";
import { closedWords } from "./closed-words.ts";
import type { SlipFigures } from "./slip-figures.ts";
import type { SlipSheetProps } from "./slip-sheet-props.ts";
import styles from "./slip-sheet.module.css";
import type { Slip } from "./use-slip.ts";

/** Balance, remaining balance, range of a win, and the one button for the slip's state. */
export function SlipActions({ slip, balance, now, onRecharge }: SlipSheetProps) {
  const { t, money } = useI18n();
  const { figures, range } = slip;
  const have = balance === undefined ? undefined : parseMoney(balance);
  // The balance may already include an unanswered slip that was accepted.
  const left = have?.ok === true && !slip.unanswered ? have.value - figures.total : undefined;
  return (
    <div className={styles.actions}>
      <dl className={styles.figures}>
        <div>
          <dt>{t("play.balance")}</dt>
          <dd>
            <Figure size={12}>{balance === undefined ? "–" : money(balance)}</Figure>
          </dd>
          <dt>{t("play.slip.after")}</dt>
          <dd>
            <Figure size={12} tone={left !== undefined && left < 0n ? "red" : "text"}>
              {left === undefined ? "–" : money(left)}
            </Figure>
          </dd>
        </div>
        <div className={styles.payout}>
          <dt>{t("play.slip.payout")}</dt>
          <dd>
            <Figure size={12}>
              {range.least === range.most
                ? money(range.most)
                : `${money(range.least)} – ${money(range.most)}`}
            </Figure>
          </dd>
        </div>
      </dl>
      {range.sureLoss && (
        <output className={styles.loss}>
          {t("play.slip.sureLoss", { total: money(figures.total), most: money(range.most) })}
        </output>
      )}
      <Act slip={slip} now={now} onRecharge={onRecharge} />
    </div>
  );
}

function Act({ slip, now, onRecharge }: Pick<SlipSheetProps, "slip" | "now" | "onRecharge">) {
  const words = useI18n();
  const { t, money } = words;
  const { figures, problem, phase, seen, next } = slip;
  const opensIn = useSecondsLeft(
    { early: seen, moving: next, open: null, closed: null }[phase]?.openAt ?? null,
    now,
  );
  if (slip.unanswered) {
    return (
      <Button size="l" block data-bet onClick={() => void slip.place()}>
        {t("play.slip.tryAgain")}
      </Button>
    );
  }
  const stopped = stoppedWords(slip, opensIn, words);
  if (stopped !== null) return <StoppedButton>{stopped}</StoppedButton>;
  if (phase !== "open" && !slip.busy) {
    const no = next === null ? "" : shortNo(next.prizeNo);
    return (
      <>
        <Button
          size="l"
          block
          data-bet
          busy={phase === "moving"}
          disabled={next === null}
          onClick={slip.moveToNext}
        >
          {phase === "moving"
            ? t("play.slip.opensIn", { no, time: formatCountdown(opensIn) })
            : t("play.slip.moveTo", { no })}
        </Button>
        {!slip.docked && (
          <Button variant="ghost" className={styles.keep} block onClick={slip.close}>
            {t("play.slip.keep")}
          </Button>
        )}
      </>
    );
  }
  if (problem?.kind === "balance" || slip.notice?.kind === "balance") {
    return (
      <>
        <p className={styles.problem} role="alert">
          {problem?.kind === "balance"
            ? t("play.slip.missing", { amount: money(problem.missing) })
            : t("codes.NOT_ENOUGH_BALANCE")}
        </p>
        <Button size="l" block data-bet onClick={onRecharge}>
          {t("play.recharge")}
        </Button>
      </>
    );
  }
  const press = () => {
    if (problem?.kind === "noSelection") notify(t("validation.selectionBlank"));
    else if (problem?.kind === "noAmount") notify(t("validation.amountBlank"));
    else void slip.place();
  };
  const blocked = problem !== null && problem.kind !== "noSelection" && problem.kind !== "noAmount";
  return (
    <Button size="l" block data-bet busy={slip.busy} disabled={blocked} onClick={press}>
      <ConfirmWords figures={figures} />
    </Button>
  );
}

function StoppedButton({ children }: { children: string }) {
  return (
    <Button size="l" block data-bet disabled>
      {children}
    </Button>
  );
}

/** Why nothing can be bet now, whatever the player does; null if it can. */
function stoppedWords(
  { phase, seen, closed, busy }: Slip,
  opensIn: number | null,
  words: I18n,
): string | null {
  if (phase === "early" && seen !== null)
    return words.t("play.slip.opensIn", { no: shortNo(seen.prizeNo), time: formatCountdown(opensIn) });
  return closed === null || busy ? null : closedWords(closed, words);
}

/** Exactly what the button does. */
export function ConfirmWords({ figures }: { figures: SlipFigures }) {
  const { t, money, number } = useI18n();
  const { betCount, oneUnit, total } = figures;
  if (betCount === 0 || total === 0n) return t("play.slip.bet");
  const [count, sum] = [number(betCount), money(total)];
  if (oneUnit === null) return t("slips.confirmMixed", { count: betCount, total: sum });
  return t("play.slip.confirm", { count, unit: money(oneUnit), total: sum });
}
