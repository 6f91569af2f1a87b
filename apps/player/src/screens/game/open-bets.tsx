import { ChevronRightIcon, ClockIcon } from "@lotus/ui";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { wireMoney } from "../../api/wire-money.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./game.module.css";
import type { OpenPeriod } from "./use-my-bets.ts";

/** The player's open bets in the next period to be drawn; renders nothing without any. */
export function OpenBets({ code, periods }: { code: string; periods: readonly OpenPeriod[] }) {
  const { t, money } = useI18n();
  const [first] = periods;
  if (first === undefined) return null;
  const { prizeNo, orders } = first;
  return (
    <button
      type="button"
      className={styles.openBets}
      onClick={() => void navigation.push(href("bettingRecords", { code }))}
    >
      <ClockIcon size={16} aria-hidden />
      <span>
        {t("play.open.strip", {
          no: shortNo(prizeNo),
          count: orders.length,
          total: money(orders.reduce((sum, order) => sum + wireMoney(order.total), 0n)),
        })}
      </span>
      <ChevronRightIcon size={16} aria-hidden />
    </button>
  );
}
