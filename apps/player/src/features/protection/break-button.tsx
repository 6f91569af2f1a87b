import { PauseIcon } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { notifySuccess } from "../../shell/notify.ts";
import { useUntil } from "./break-page.tsx";
import { useBreak } from "./play-limits.ts";
import styles from "./protection.module.css";
import { protecting, useProtect } from "./use-protect.ts";

/** Begins a break of 24 hours by one tap, which some rules want on every page. Not there during a break. */
export function BreakButton() {
  const { t } = useI18n();
  const onBreak = useBreak();
  const protect = useProtect();
  const until = useUntil();
  if (onBreak !== null) return null;
  return (
    <button
      type="button"
      className={styles.breakButton}
      aria-label={t("protection.break.now")}
      aria-disabled={protect.isPending || undefined}
      onClick={() => {
        if (protect.isPending) return;
        protect.mutate(protecting.timeOut({ days: 1 }), {
          onSuccess: ({ timeOutUntil }) =>
            notifySuccess(
              `${t("protection.on.timeOut")}. ${t("protection.on.until", { time: until(timeOutUntil ?? 0) })}`,
            ),
        });
      }}
    >
      <span>
        <PauseIcon size={14} aria-hidden />
        {t("protection.window.day")}
      </span>
    </button>
  );
}
