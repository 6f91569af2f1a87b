import { Button, Card, Figure } from "@lotus/ui";
import type { PlayLimits } from "../../features/protection/play-limits.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import styles from "./limits.module.css";

const SPANS = ["day", "week", "month", "year"] as const;

/** The net result of four spans, losses as large as wins. */
export function NetCard({ net }: { net: PlayLimits["net"] }) {
  const { t, money } = useI18n();
  return (
    <section aria-labelledby="limits-net">
      <Card>
        <div className={styles.stack}>
          <h2 id="limits-net" className={styles.cardTitle}>
            {t("protection.net.title")}
          </h2>
          <p className={styles.words}>{t("protection.net.words")}</p>
          <dl className={styles.net}>
            {SPANS.map((span) => (
              <div key={span}>
                <dt>{t(`protection.window.${span}`)}</dt>
                <dd>
                  <Figure size={20}>{money(net[span], { signed: true })}</Figure>
                </dd>
              </div>
            ))}
          </dl>
          <div className={styles.pair}>
            <Button size="s" variant="tint" onClick={() => void navigation.push(href("report"))}>
              {t("app.page.report")}
            </Button>
            <Button size="s" variant="tint" onClick={() => void navigation.push(href("bettingRecords"))}>
              {t("app.page.bettingRecords")}
            </Button>
          </div>
        </div>
      </Card>
    </section>
  );
}
