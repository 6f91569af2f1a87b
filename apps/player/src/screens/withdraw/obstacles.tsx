import { Button, ClockIcon, InfoIcon, Progress, Strip } from "@lotus/ui";
import type { Quote } from "../../features/payout/payout-queries.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { wireMoney } from "../../api/wire-money.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { type I18n, useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./withdraw.module.css";

/** What prevents a withdrawal, whatever its amount, in a line; undefined if nothing does. */
export function blockedBy(quote: Quote, unit: string, words: I18n): string | undefined {
  const { t, money, clock, date } = words;
  const { turnover, heldUntil, pending, maxPending } = quote;
  if (heldUntil !== null) return t("withdraw.held", { time: clock(heldUntil), date: date(heldUntil) });
  if (pending >= maxPending) return t("withdraw.pending");
  if (wireMoney(turnover.left) > 0n) return t("withdraw.turnover", { left: money(turnover.left), unit });
  return undefined;
}

/** The obstacles to a withdrawal, each with its reason. */
export function Obstacles({ quote }: { quote: Quote }) {
  const { t, money, clock, date } = useI18n();
  const { currency } = useAppConfig();
  const { turnover, heldUntil, pending, maxPending } = quote;
  const unit = currency.symbol;
  const [done, required] = [wireMoney(turnover.done), wireMoney(turnover.required)];
  return (
    <>
      {heldUntil !== null && (
        <Strip shape="card" icon={<ClockIcon size={20} aria-hidden />}>
          <b>{t("withdraw.held", { time: clock(heldUntil), date: date(heldUntil) })}</b>
          <p>{t("withdraw.heldWords")}</p>
        </Strip>
      )}
      {pending >= maxPending && (
        <Strip
          shape="card"
          icon={<ClockIcon size={20} aria-hidden />}
          action={
            <Button variant="ghost" size="s" onClick={() => void navigation.push(href("withdrawalRecords"))}>
              {t("withdraw.seeRecords")}
            </Button>
          }
        >
          <b>{t("withdraw.pending")}</b>
          <p>{t("withdraw.pendingWords")}</p>
        </Strip>
      )}
      {wireMoney(turnover.left) > 0n && (
        <Strip shape="card" icon={<InfoIcon size={20} aria-hidden />}>
          <b>{t("withdraw.turnover", { left: money(turnover.left), unit })}</b>
          <p>
            {t("withdraw.turnoverWords", {
              done: money(turnover.done),
              required: money(turnover.required),
              unit,
            })}
          </p>
          <NotCounted turnover={turnover} />
          <div className={styles.progress}>
            <Progress value={required === 0n ? 1 : Number((done * 1000n) / required) / 1000} />
          </div>
        </Strip>
      )}
    </>
  );
}

/** Stakes that do not count as turnover, or not yet, each with the reason. */
function NotCounted({ turnover }: { turnover: Quote["turnover"] }) {
  const { t, money } = useI18n();
  const unit = useAppConfig().currency.symbol;
  const { leftOut, counting, maxCoverage: percent } = turnover;
  return (
    <>
      {wireMoney(leftOut.own) > 0n && (
        <p>{t("withdraw.leftOutOwn", { amount: money(leftOut.own), unit, percent })}</p>
      )}
      {wireMoney(leftOut.team) > 0n && (
        <p>{t("withdraw.leftOutTeam", { amount: money(leftOut.team), unit, percent })}</p>
      )}
      {wireMoney(counting) > 0n && <p>{t("withdraw.counting", { amount: money(counting), unit })}</p>}
    </>
  );
}
