import type { VerifyMessageKey } from "@lotus/locales";
import { Button, Card, CheckIcon, ClockIcon, Progress, VisuallyHidden, XIcon } from "@lotus/ui";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { shortHex } from "../../components/short-hex.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { ShownStep } from "./shown-steps.ts";
import type { ChainWalk } from "./use-examined.ts";
import styles from "./verify.module.css";

/** Titles of the steps: what each one establishes. */
export const STEP_TITLES = {
  records: "verify.records.title",
  commitment: "verify.commitment.title",
  secret: "verify.secret.title",
  chain: "verify.chain.title",
  merkle: "verify.merkle.title",
  beacon: "verify.beacon.title",
  numbers: "verify.numbers.title",
} as const satisfies Record<ShownStep["key"], VerifyMessageKey>;

type Walk = ChainWalk & { readonly hashes: number; readonly start: () => void };

interface StepListProps {
  steps: readonly ShownStep[];
  /** Undefined before the draw: there is nothing to walk back from. */
  walk: Walk | undefined;
}

/** The list of steps, each with its outcome as sign and colour, and the bytes it is about. */
export function StepList({ steps, walk }: StepListProps) {
  return (
    <Card>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.key} step={step} walk={step.key === "chain" ? walk : undefined} />
        ))}
      </ol>
    </Card>
  );
}

const SIGNS = {
  right: { icon: <CheckIcon size={14} aria-hidden />, word: "verify.right" },
  wrong: { icon: <XIcon size={14} aria-hidden />, word: "verify.wrong" },
  open: { icon: <ClockIcon size={14} aria-hidden />, word: "verify.open" },
} as const;

function Step({ step, walk }: { step: ShownStep; walk: Walk | undefined }) {
  const { t } = useI18n();
  const outcome = step.ok === null ? "open" : step.ok ? "right" : "wrong";
  const title = t(STEP_TITLES[step.key]);
  return (
    <li className={styles.step} data-outcome={outcome}>
      <span className={styles.sign}>{SIGNS[outcome].icon}</span>
      <div className={styles.stepBody}>
        <h3>
          {title}
          <VisuallyHidden>{`: ${t(SIGNS[outcome].word)}`}</VisuallyHidden>
        </h3>
        {step.words !== null && <p className={styles.stepWords}>{step.words}</p>}
        {step.workings !== undefined && step.workings.length > 0 && (
          <ol className={styles.workings}>
            {step.workings.map(({ from, number }, at) => (
              // A computation is identified by its position in the draw; the same digit may occur twice.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                {`${from} → `}
                <b>{number}</b>
              </li>
            ))}
          </ol>
        )}
        {step.faults.length > 0 && (
          <ul className={styles.faults}>
            {step.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {walk !== undefined && <WalkControl walk={walk} />}
        {step.hex !== null && (
          <div className={styles.hex}>
            <code>{shortHex(step.hex, 16, 8)}</code>
            <CopyValue label={t("verify.copy", { name: title })} value={step.hex} />
          </div>
        )}
      </div>
    </li>
  );
}

function WalkControl({ walk }: { walk: Walk }) {
  const { t } = useI18n();
  if (walk.ok !== null) return null;
  if (walk.running) return <Progress value={walk.done / walk.hashes} label={t("verify.chain.walking")} />;
  return (
    <Button variant="tint" size="s" className={styles.walk} onClick={walk.start}>
      {t("verify.chain.walk")}
    </Button>
  );
}
