import { readDrawProof, type DrawReport } from "@lotus/fair";
import { Button, Card, ChevronDownIcon, DownloadIcon } from "@lotus/ui";
import { useMemo } from "react";
import { CheckSteps } from "../../features/fairness/check-steps.tsx";
import { entryName } from "../../features/fairness/draw-fault-words.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { technicalSteps } from "./technical-steps.ts";
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
          <CheckSteps steps={technicalSteps(report, proof, words)} />
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
