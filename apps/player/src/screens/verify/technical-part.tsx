import { readDrawProof, type DrawReport } from "@lotus/fair";
import {
  Button,
  Card,
  CheckIcon,
  ChevronDownIcon,
  ClockIcon,
  DownloadIcon,
  VisuallyHidden,
  XIcon,
} from "@lotus/ui";
import { useMemo } from "react";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { shortHex } from "../../components/short-hex.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { entryName } from "./fault-words.ts";
import { STEP_TITLES, type TechnicalStep, technicalSteps } from "./technical-steps.ts";
import styles from "./verify.module.css";

interface TechnicalPartProps {
  report: DrawReport;
  /** As received from the server. */
  document: unknown;
  onDownload: () => void;
}

/** The steps with their hashes, the log's entries, and the file: folded, for readers who check it themselves. */
export function TechnicalPart({ report, document, onDownload }: TechnicalPartProps) {
  const words = useI18n();
  const { t } = words;
  const read = useMemo(() => readDrawProof(document), [document]);
  const proof = read.ok ? read.document : undefined;
  return (
    <Card padding="none">
      <details className={styles.technical}>
        <summary>
          {t("verify.technical")}
          <ChevronDownIcon size={18} aria-hidden />
        </summary>
        <div className={styles.technicalBody}>
          <ol>
            {technicalSteps(report, proof, words).map((step) => (
              <Step key={step.key} step={step} />
            ))}
          </ol>
          {proof !== undefined && proof.entries.length > 0 && (
            <section className={styles.entries}>
              <h3>{t("verify.entries")}</h3>
              {proof.entries.map(({ type, body }, at) => (
                // The order is that of the log; a faulty proof may repeat an entry.
                // oxlint-disable-next-line react/no-array-index-key
                <div key={at}>
                  <h4>{entryName(type, words)}</h4>
                  <pre lang="en">{body}</pre>
                </div>
              ))}
            </section>
          )}
          <p className={styles.stepWords}>{t("verify.elsewhere")}</p>
          <Button variant="tint" size="s" icon={<DownloadIcon size={18} aria-hidden />} onClick={onDownload}>
            {t("verify.download")}
          </Button>
        </div>
      </details>
    </Card>
  );
}

const SIGNS = {
  ok: { icon: <CheckIcon size={14} aria-hidden />, word: "verify.right" },
  failed: { icon: <XIcon size={14} aria-hidden />, word: "verify.wrong" },
  open: { icon: <ClockIcon size={14} aria-hidden />, word: "verify.open" },
} as const;

function Step({ step }: { step: TechnicalStep }) {
  const { t } = useI18n();
  const title = t(STEP_TITLES[step.key]);
  const sign = SIGNS[step.state];
  return (
    <li className={styles.step} data-outcome={step.state}>
      <span className={styles.sign}>{sign.icon}</span>
      <div className={styles.stepBody}>
        <h3>
          {title}
          <VisuallyHidden>{`: ${t(sign.word)}`}</VisuallyHidden>
        </h3>
        {step.words !== null && <p className={styles.stepWords}>{step.words}</p>}
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
            <CopyValue label={t("verify.copy", { name: title })} value={step.hex} />
          </div>
        )}
      </div>
    </li>
  );
}
