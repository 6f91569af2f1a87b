import { CheckIcon, ClockIcon, VisuallyHidden, XIcon } from "@lotus/ui";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { shortHex } from "../../components/short-hex.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./check-steps.module.css";

/** A step of a check, for readers who check it themselves. */
export interface CheckStep {
  /** What the step establishes. */
  readonly title: string;
  readonly state: "ok" | "open" | "failed";
  /** What the byte string is; null if it is not known, or would claim something that turned out to be wrong. */
  readonly words: string | null;
  readonly hex: string | null;
  /** What is wrong. */
  readonly faults: readonly string[];
}

const SIGNS = {
  ok: { icon: <CheckIcon size={14} aria-hidden />, word: "verify.right" },
  failed: { icon: <XIcon size={14} aria-hidden />, word: "verify.wrong" },
  open: { icon: <ClockIcon size={14} aria-hidden />, word: "verify.open" },
} as const;

/** The steps of a check in order, each with its outcome. */
export function CheckSteps({ steps }: { steps: readonly CheckStep[] }) {
  return (
    <ol>
      {steps.map((step) => (
        <Step key={step.title} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: CheckStep }) {
  const { t } = useI18n();
  const sign = SIGNS[step.state];
  return (
    <li className={styles.step} data-outcome={step.state}>
      <span className={styles.sign}>{sign.icon}</span>
      <div className={styles.stepBody}>
        <h3>
          {step.title}
          <VisuallyHidden>{`: ${t(sign.word)}`}</VisuallyHidden>
        </h3>
        {step.words !== null && <p className={styles.words}>{step.words}</p>}
        {step.faults.length > 0 && (
          <ul className={styles.faults}>
            {step.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {step.hex !== null && (
          <div className={styles.hex}>
            <code>{shortHex(step.hex, 16, 8)}</code>
            <CopyValue label={t("verify.copy", { name: step.title })} value={step.hex} />
          </div>
        )}
      </div>
    </li>
  );
}
