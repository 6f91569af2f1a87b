import { Card, TrophyIcon } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useAppConfig } from "../../queries/app-config.ts";
import { winsQuery } from "../../queries/home.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./home.module.css";

const SHOWN = 5;

/** The last large wins. Without any, a text says what will appear here: wins are never invented. */
export function RecentWins() {
  const { t, money, dateTime, locale } = useI18n();
  const { currency } = useAppConfig();
  const wins = useQuery(winsQuery(locale)).data;
  if (wins === undefined) return null;
  return (
    <section className={styles.section} aria-labelledby="home-wins">
      <header className={styles.head}>
        <h2 id="home-wins">{t("app.home.wins")}</h2>
      </header>
      <Card padding="none">
        {wins.length === 0 ? (
          <p className={styles.noWins}>{t("app.home.noWins")}</p>
        ) : (
          <ul>
            {wins.slice(0, SHOWN).map(({ player, gameName, prizeNo, payout, time }) => (
              <li key={`${gameName}/${prizeNo}/${player}/${payout}`} className={styles.win}>
                <TrophyIcon size={20} aria-hidden />
                <span>
                  {t("app.home.won", {
                    player,
                    game: gameName,
                    amount: `${money(payout)} ${currency.symbol}`,
                  })}
                </span>
                <time dateTime={new Date(time).toISOString()}>{dateTime(time)}</time>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
