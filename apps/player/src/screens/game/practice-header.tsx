import { Figure, NavBar, NavBarExtra } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import styles from "./practice.module.css";

interface PracticeHeaderProps {
  name: string;
  points: string;
  onRecords: () => void;
}

/** The bar of practice: says so in words and colour, with the points, which open their records. */
export function PracticeHeader({ name, points, onRecords }: PracticeHeaderProps) {
  const { t, money } = useI18n();
  return (
    <>
      <NavBarExtra value={null}>
        <NavBar
          align="start"
          ground="surface"
          onBack={() => void navigation.back()}
          backLabel={t("practice.leave")}
          title={<span className={styles.title}>{t("practice.of", { game: name })}</span>}
          action={
            <button type="button" className={styles.points} aria-haspopup="dialog" onClick={onRecords}>
              <Figure size={14} align="end">
                {t("practice.points", { amount: money(points) })}
              </Figure>
            </button>
          }
        />
      </NavBarExtra>
      <p className={styles.band}>{t("practice.band")}</p>
    </>
  );
}
