import { Button, Card } from "@lotus/ui";
import { useState } from "react";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useSession } from "../../session/session.ts";
import { serverClock } from "../../api/server-clock.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { usePlayLimits } from "./play-limits.ts";
import styles from "./protection.module.css";

const KEY = "lotus.limitsOffered";
const DAY_MS = 86_400_000;

/**
 * Offers deposit limits before a recharge, as prominent as the amount: until the player has set one or has declined, and
 * again when the rules want them reviewed. Where the rules demand all three, it says so and stays.
 */
export function DepositOffer() {
  const { t } = useI18n();
  const rules = useAppConfig().protection;
  const username = useSession((session) => session.username);
  const limits = usePlayLimits().data;
  const [answered, setAnswered] = useState(() => localStorage.getItem(KEY) ?? "");
  if (limits === undefined) return null;
  const set = limits.limits.filter(({ kind, amount }) => kind === "deposit" && amount !== null).length;
  const needed = rules?.depositLimitsObligatory === true && set < 3;
  const reviewMs = rules?.limitReviewDays == null ? Number.POSITIVE_INFINITY : rules.limitReviewDays * DAY_MS;
  const [at, whose] = answered.split(" ");
  const isAnswered = whose === username && serverClock.now() - Number(at) < reviewMs;
  if (!needed && (isAnswered || (set > 0 && reviewMs === Number.POSITIVE_INFINITY))) return null;
  const answer = () => {
    const now = `${serverClock.now()} ${username}`;
    setAnswered(now);
    try {
      localStorage.setItem(KEY, now);
    } catch {
      // Offered again the next time.
    }
  };
  return (
    <section className={styles.offerPlace} aria-labelledby="deposit-offer">
      <Card ground="tint">
        <div className={styles.offer}>
          <h2 id="deposit-offer">{t(needed ? "protection.needed.title" : "protection.offer.title")}</h2>
          <p>{t(needed ? "protection.needed.words" : "protection.offer.words")}</p>
          <div className={styles.pair}>
            <Button
              onClick={() => {
                answer();
                void navigation.push(href("limits"));
              }}
            >
              {t("protection.offer.set")}
            </Button>
            {!needed && (
              <Button variant="outline" onClick={answer}>
                {t("protection.offer.later")}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </section>
  );
}
