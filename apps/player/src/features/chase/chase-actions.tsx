import type { RuleTree } from "@lotus/contract";
import { Button, Figure } from "@lotus/ui";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { wireMoney } from "../../api/wire-money.ts";
import { shortNo } from "../draw/draw-phase.ts";
import type { Chase } from "./use-chase.ts";
import styles from "./chase.module.css";

interface ChaseActionsProps {
  chase: Chase;
  tree: RuleTree;
  /** "1234.50", undefined until it is loaded. */
  balance: string | undefined;
  onRecharge: () => void;
  onClose: () => void;
}

/** What is set aside, what is left, and the one button for the plan's state. */
export function ChaseActions({ chase, balance, onRecharge, onClose }: ChaseActionsProps) {
  const words = useI18n();
  const { t, money } = words;
  // The balance may already lack what an unanswered chase has set aside.
  const left = balance === undefined || chase.unanswered ? undefined : wireMoney(balance) - chase.total;
  return (
    <div className={styles.actions}>
      <dl className={styles.sums}>
        <div>
          <dt>{t("chase.total")}</dt>
          <dd>
            <Figure size={20}>{chase.multiples === null ? "–" : money(chase.total)}</Figure>
          </dd>
        </div>
        <div>
          <dt>{t("chase.after")}</dt>
          <dd>
            <Figure size={20} tone={left !== undefined && left < 0n ? "red" : "text"}>
              {left === undefined || chase.multiples === null ? "–" : money(left)}
            </Figure>
          </dd>
        </div>
      </dl>
      <Act chase={chase} onRecharge={onRecharge} onClose={onClose} />
    </div>
  );
}

function Act({ chase, onRecharge, onClose }: Pick<ChaseActionsProps, "chase" | "onRecharge" | "onClose">) {
  const words = useI18n();
  const { t, money } = words;
  const { problem, next } = chase;
  if (chase.unanswered) {
    return (
      <Button size="l" block onClick={() => void chase.begin()}>
        {t("play.slip.tryAgain")}
      </Button>
    );
  }
  if (chase.closed && !chase.busy) {
    return (
      <>
        <Button size="l" block disabled={next === null} onClick={chase.moveToNext}>
          {t("chase.startWith", { no: next === null ? "" : shortNo(next.periodNo) })}
        </Button>
        <Button variant="ghost" block onClick={onClose}>
          {t("play.slip.keep")}
        </Button>
      </>
    );
  }
  if (problem?.kind === "balance" || chase.notice?.kind === "balance") {
    return (
      <>
        <p className={styles.problem} role="alert">
          {problem?.kind === "balance"
            ? t("play.slip.missing", { amount: money(problem.missing) })
            : t("codes.NOT_ENOUGH_BALANCE")}
        </p>
        <Button size="l" block onClick={onRecharge}>
          {t("play.recharge")}
        </Button>
      </>
    );
  }
  const fault = problemText(chase, words);
  return (
    <>
      {fault !== null && (
        <p className={styles.problem} role="alert">
          {fault}
        </p>
      )}
      <Button size="l" block busy={chase.busy} disabled={problem !== null} onClick={() => void chase.begin()}>
        {confirmText(chase, words)}
      </Button>
    </>
  );
}

/** Exactly what the button does. */
function confirmText({ multiples, figures, total }: Chase, { t, money, number }: I18n): string {
  const [first] = multiples ?? [];
  if (multiples === null || first === undefined) return t("chase.begin");
  const count = number(multiples.length);
  if (multiples.some((multiple) => multiple !== first))
    return t("chase.confirmMixed", { count: multiples.length, draws: count, total: money(total) });
  return t("chase.confirm", { count, stake: money(figures.total * BigInt(first)), total: money(total) });
}

/** What is wrong with the highest stake of the plan; what is said elsewhere is not repeated. */
function problemText({ problem }: Chase, { t, money }: I18n): string | null {
  if (problem === null) return null;
  switch (problem.kind) {
    case "belowMin":
      return t("play.limit.stakeMin", { min: money(problem.min) });
    case "aboveMax":
      return t("play.limit.stakeMax", { max: money(problem.max) });
    case "overCap":
      return t("play.limit.payoutCap", { max: money(problem.max) });
    case "plan":
      return t("chase.planInvalid");
    case "noSelection":
    case "noAmount":
    case "tooManyLines":
    case "tooManyBets":
    case "balance":
      return null;
    default:
      return problem satisfies never;
  }
}
