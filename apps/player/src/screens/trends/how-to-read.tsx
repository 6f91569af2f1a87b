import { Sheet } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./trends.module.css";

const SENTENCES = [
  "trends.how.omission",
  "trends.how.average",
  "trends.how.longest",
  "trends.how.streak",
  "trends.how.road",
  "trends.independent",
] as const;

/** Explains the figures of the screen, and that they do not predict anything. */
export function HowToRead({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Sheet open={open} onClose={onClose} title={t("trends.how.title")} closeLabel={t("play.close")}>
      <ul className={styles.how}>
        {SENTENCES.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </Sheet>
  );
}
