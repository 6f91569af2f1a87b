import { useI18n } from "../../i18n/use-i18n.tsx";
import { passwordStrength, type Strength } from "./password-strength.ts";
import styles from "./strength-meter.module.css";

const NAMES = { 1: "weak", 2: "fair", 3: "good", 4: "great" } as const satisfies Record<
  Exclude<Strength, 0>,
  string
>;

/** Four bars and a word; hidden while the field is empty. */
export function StrengthMeter({ password, username }: { password: string; username: string }) {
  const { t } = useI18n();
  const strength = passwordStrength(password, username);
  if (strength === 0) return null;
  const level = t(`auth.strength.${NAMES[strength]}`);
  return (
    <div className={styles.meter} data-strength={strength}>
      {[1, 2, 3, 4].map((bar) => (
        <span key={bar} className={bar <= strength ? styles.on : styles.off} />
      ))}
      <output className={styles.word} aria-label={t("auth.strength", { level })}>
        {level}
      </output>
    </div>
  );
}
