import { Button, Card, Checkbox, Chip, ConfirmDialog, Dialog, PauseIcon } from "@lotus/ui";
import { useState } from "react";
import { DayField } from "../../components/day-field.tsx";
import { dayAt } from "../../components/read-day.ts";
import { serverClock } from "../../api/server-clock.ts";
import { useUntil } from "../../features/protection/break-page.tsx";
import type { Break } from "../../features/protection/play-limits.ts";
import { protecting, useProtect, type Protecting } from "../../features/protection/use-protect.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { type AppConfig, useAppConfig } from "../../queries/app-config.ts";
import { dateInputOf, endOfDay } from "./break-dates.ts";
import { daysText, monthsText } from "./durations.ts";
import styles from "./limits.module.css";

const DAY_MS = 86_400_000;
const MAX_DAYS = 42;

type Months = AppConfig["protection"]["exclusionMonths"][number];

type Asked =
  | { readonly kind: "break"; readonly until: number; readonly action: Protecting }
  | { readonly kind: "exclude"; readonly months: Months };

/** Breaks: a day by one tap, others and self-exclusion after a calm question that says what happens. */
export function BreakCard({ now }: { now: Break | null }) {
  const words = useI18n();
  const { t } = words;
  const rules = useAppConfig().protection;
  const protect = useProtect();
  const [asked, setAsked] = useState<Asked | null>(null);
  const begin = (action: Protecting) => protect.mutate(action, { onSettled: () => setAsked(null) });
  // A day has a button of its own.
  const longer = (rules?.timeOutDays ?? []).filter((days) => days > 1);
  const isExcluded = now?.kind === "excluded" && now.until !== null;
  const askDays = (days: number) =>
    setAsked({
      kind: "break",
      until: serverClock.now() + days * DAY_MS,
      action: protecting.timeOut({ days }),
    });
  return (
    <section aria-labelledby="limits-break" className={styles.section}>
      <Card>
        <div className={styles.stack}>
          <h2 id="limits-break" className={styles.cardTitle} tabIndex={-1}>
            {t(isExcluded ? "protection.exclude.title" : "protection.break.title")}
          </h2>
          {!isExcluded && <p className={styles.words}>{t("protection.break.words")}</p>}
          {now === null && (
            <Button
              variant="tint"
              block
              icon={<PauseIcon size={20} aria-hidden />}
              busy={protect.isPending && asked === null}
              onClick={() => begin(protecting.timeOut({ days: 1 }))}
            >
              {t("protection.break.now")}
            </Button>
          )}
          {!isExcluded && (
            <>
              <div className={styles.chips}>
                {longer.map((days) => (
                  <Chip key={days} onClick={() => askDays(days)}>
                    {daysText(days, words)}
                  </Chip>
                ))}
              </div>
              <DateBreak
                onChoose={(until) =>
                  setAsked({ kind: "break", until, action: protecting.timeOut({ until }) })
                }
              />
            </>
          )}
          {!isExcluded && <h3 className={styles.subTitle}>{t("protection.exclude.title")}</h3>}
          <Exclusions onChoose={(months) => setAsked({ kind: "exclude", months })} />
        </div>
      </Card>
      <AskBreak asked={asked} busy={protect.isPending} onYes={begin} onNo={() => setAsked(null)} />
      <AskExclusion
        key={asked?.kind === "exclude" ? asked.months : 0}
        months={asked?.kind === "exclude" ? asked.months : null}
        busy={protect.isPending}
        onYes={begin}
        onNo={() => setAsked(null)}
      />
    </section>
  );
}

/** The offered self-exclusions. */
function Exclusions({ onChoose }: { onChoose: (months: Months) => void }) {
  const words = useI18n();
  const { t } = words;
  const offered = useAppConfig().protection?.exclusionMonths ?? [];
  return (
    <>
      <p className={styles.words}>{t("protection.exclude.words")}</p>
      <div className={styles.chips}>
        {offered.map((months) => (
          <Chip key={months} onClick={() => onChoose(months)}>
            {monthsText(months, words)}
          </Chip>
        ))}
      </div>
    </>
  );
}

/** A break until the end of a day within six weeks. */
function DateBreak({ onChoose }: { onChoose: (until: number) => void }) {
  const { t, date } = useI18n();
  const [day, setDay] = useState("");
  const [tried, setTried] = useState(false);
  const now = serverClock.now();
  const until = endOfDay(day);
  const lastDay = dateInputOf(now + (MAX_DAYS - 1) * DAY_MS);
  const fits = until !== undefined && until > now && until <= now + MAX_DAYS * DAY_MS;
  return (
    <div className={styles.date}>
      <DayField
        label={t("protection.break.date")}
        value={day}
        calendar={{ min: dateInputOf(now), max: lastDay }}
        error={
          (until !== undefined || tried) && !fits
            ? t("protection.break.dates", { from: date(now), to: date(dayAt(lastDay) ?? 0) })
            : undefined
        }
        onChange={setDay}
      />
      <Button
        variant="outline"
        onClick={() => {
          setTried(true);
          if (fits) onChoose(until);
        }}
      >
        {t("protection.break.confirm")}
      </Button>
    </div>
  );
}

interface AskProps {
  busy: boolean;
  onYes: (action: Protecting) => void;
  onNo: () => void;
}

function AskBreak({ asked, busy, onYes, onNo }: AskProps & { asked: Asked | null }) {
  const { t } = useI18n();
  const until = useUntil();
  const open = asked?.kind === "break";
  return (
    <ConfirmDialog
      open={open}
      title={open ? t("protection.break.ask", { time: until(asked.until) }) : ""}
      confirmLabel={t("protection.break.confirm")}
      cancelLabel={t("app.cancel")}
      busy={busy}
      gentle
      onConfirm={() => open && onYes(asked.action)}
      onCancel={onNo}
    >
      {`${t("protection.break.words")} ${t("protection.running")}`}
    </ConfirmDialog>
  );
}

/** The second step of a self-exclusion: what happens, and that nobody can undo it. */
function AskExclusion({ months, busy, onYes, onNo }: AskProps & { months: Months | null }) {
  const words = useI18n();
  const { t } = words;
  const [understood, setUnderstood] = useState(false);
  return (
    <Dialog
      open={months !== null}
      onClose={onNo}
      role="alertdialog"
      title={months === null ? "" : t("protection.exclude.ask", { duration: monthsText(months, words) })}
      actions={
        <>
          <Button variant="outline" onClick={onNo}>
            {t("app.cancel")}
          </Button>
          <Button
            disabled={!understood}
            busy={busy}
            onClick={() => months !== null && onYes(protecting.exclude({ months }))}
          >
            {t("protection.exclude.confirm")}
          </Button>
        </>
      }
    >
      <div className={styles.happens}>
        <p>{t("protection.exclude.happens")}</p>
        <p>{t("protection.exclude.words")}</p>
        <p>{t("protection.running")}</p>
      </div>
      <div className={styles.understand}>
        <Checkbox checked={understood} onChange={(event) => setUnderstood(event.target.checked)}>
          {t("protection.exclude.understand")}
        </Checkbox>
      </div>
    </Dialog>
  );
}
