import type { LimitKind } from "@lotus/contract";
import { Button, Card, ChevronRightIcon, Pill } from "@lotus/ui";
import { wireMoney } from "../../api/wire-money.ts";
import type { PlayLimit } from "../../features/protection/play-limits.ts";
import { useUntil } from "../../features/protection/break-page.tsx";
import { protecting, useProtect } from "../../features/protection/use-protect.ts";
import { useServerSecond } from "../../components/use-server-second.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { notifySuccess } from "../../shell/notify.ts";
import styles from "./limits.module.css";

interface KindCardProps {
  kind: LimitKind;
  /** Those of the kind, shortest window first. */
  limits: readonly PlayLimit[];
  onEdit: (limit: PlayLimit) => void;
}

/** The limits of one kind: what is set, what is used as a bar, when more is free, and what waits. */
export function KindCard({ kind, limits, onEdit }: KindCardProps) {
  const { t } = useI18n();
  const id = `limits-${kind}`;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <Card padding="none">
        <header className={styles.cardHead}>
          <h2 id={id} className={styles.cardTitle} tabIndex={-1}>
            {t(`protection.${kind}.title`)}
          </h2>
          <p className={styles.words}>{t(`protection.${kind}.words`)}</p>
        </header>
        {limits.map((limit) => (
          <div key={limit.window} className={styles.limit}>
            <LimitRow limit={limit} onEdit={() => onEdit(limit)} />
            {limit.pending !== undefined && <Pending limit={limit} pending={limit.pending} />}
          </div>
        ))}
      </Card>
    </section>
  );
}

function LimitRow({ limit, onEdit }: { limit: PlayLimit; onEdit: () => void }) {
  const { t, money } = useI18n();
  const { currency } = useAppConfig();
  const { amount, window } = limit;
  const unit = currency.symbol;
  return (
    <button type="button" className={styles.row} onClick={onEdit}>
      <span className={styles.rowHead}>
        <span className={styles.window}>{t(`protection.window.${window}`)}</span>
        <span className={amount === null ? styles.none : styles.amount}>
          {amount === null ? t("protection.none") : `${money(amount)} ${unit}`}
        </span>
        <ChevronRightIcon size={20} className={styles.chevron} aria-hidden />
      </span>
      {amount !== null && <Used limit={limit} amount={amount} />}
    </button>
  );
}

/** What is used of a limit: bar, figures, and when more is free. */
function Used({ limit: { used, resetsAt }, amount }: { limit: PlayLimit; amount: string }) {
  const { t, money, dateTime } = useI18n();
  const { currency } = useAppConfig();
  const [most, spent] = [wireMoney(amount), wireMoney(used)];
  const shown = spent > 0n ? spent : 0n;
  const left = most - spent;
  const isReached = left <= 0n;
  const share = most === 0n ? 1 : Math.min(1, Number(shown) / Number(most));
  return (
    <>
      <span className={styles.bar} aria-hidden>
        <span
          className={styles.fill}
          data-reached={isReached || undefined}
          style={{ inlineSize: `${share * 100}%` }}
        />
      </span>
      <span className={styles.figures}>
        <span>
          {t("protection.used", { used: money(shown), amount: money(most), unit: currency.symbol })}
        </span>
        {isReached ? (
          <Pill tone="amber">{t("protection.reached")}</Pill>
        ) : (
          <span>{t("protection.left", { left: money(left), unit: currency.symbol })}</span>
        )}
      </span>
      {resetsAt !== null && shown > 0n && (
        <span className={styles.figures}>{t("protection.freeAt", { time: dateTime(resetsAt) })}</span>
      )}
    </>
  );
}

/** A raise that waits: confirmed after its time, or taken back. */
function Pending({ limit, pending }: { limit: PlayLimit; pending: NonNullable<PlayLimit["pending"]> }) {
  const { t, money } = useI18n();
  const { currency } = useAppConfig();
  const until = useUntil();
  const protect = useProtect();
  const ready = useServerSecond() >= pending.from;
  const { kind, window, amount } = limit;
  return (
    <div className={styles.pending}>
      <p>
        <b>
          {pending.amount === null
            ? t("protection.pendingNone")
            : t("protection.pendingTo", { amount: money(pending.amount), unit: currency.symbol })}
        </b>
        {!ready && <span> {t("protection.pendingFrom", { time: until(pending.from) })}</span>}
      </p>
      <div className={styles.pair}>
        {ready && (
          <Button
            size="s"
            variant="tint"
            busy={protect.isPending}
            onClick={() =>
              protect.mutate(protecting.confirmLimit({ kind, window }), {
                onSuccess: () => notifySuccess(t("protection.saved")),
              })
            }
          >
            {t("protection.confirm")}
          </Button>
        )}
        <Button
          size="s"
          variant="outline"
          disabled={protect.isPending}
          onClick={() => protect.mutate(protecting.setLimit({ kind, window, amount }))}
        >
          {t("protection.keep")}
        </Button>
      </div>
    </div>
  );
}
