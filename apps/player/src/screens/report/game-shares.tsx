import { Card } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { gamesQuery } from "../../features/game-data/queries.ts";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { lengthOf } from "./money-signs.ts";
import type { Report } from "./report-query.ts";
import styles from "./report.module.css";

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** How the stakes were spread over the games: one bar, and the same in figures. */
export function GameShares({ report: { games } }: { report: Report }) {
  const { t, money, number } = useI18n();
  const named = useQuery(gamesQuery).data?.list;
  const staked = games.filter(({ betCost }) => wireMoney(betCost) > 0n);
  const total = staked.reduce((sum, { betCost }) => sum + wireMoney(betCost), 0n);
  if (total === 0n) return null;
  // To a tenth of a percent, from whole numbers.
  const share = (betCost: string) =>
    number(Number((wireMoney(betCost) * 1000n) / total) / 1000, { style: "percent", ...TENTHS });
  return (
    <Card>
      <div className={styles.shareHead}>
        <h2 className={styles.cardTitle}>{t("report.byGame")}</h2>
        <span>{money(total)}</span>
      </div>
      <div className={styles.bar} aria-hidden>
        {staked.map(({ gameCode, betCost }) => (
          <span key={gameCode} style={{ flexGrow: lengthOf(betCost) }} />
        ))}
      </div>
      <table className={styles.shares}>
        <thead>
          <tr>
            <th scope="col">{t("report.game")}</th>
            <th scope="col">{t("report.share")}</th>
            <th scope="col">{t("report.betCost")}</th>
          </tr>
        </thead>
        <tbody>
          {staked.map(({ gameCode, betCost }) => (
            <tr key={gameCode}>
              <th scope="row">{named?.find((game) => game.gameCode === gameCode)?.name ?? gameCode}</th>
              <td>{share(betCost)}</td>
              <td>{money(betCost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
