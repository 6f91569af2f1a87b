import { ArrowUpFromLineIcon, Button, StateScreen } from "@lotus/ui";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { HelpLines } from "./help-lines.tsx";
import { useArrival } from "./use-arrival.ts";
import { FOR_GOOD, type Break } from "./play-limits.ts";
import styles from "./protection.module.css";
import { protecting, useProtect } from "./use-protect.ts";

/** Shown in place of what a break closes: until when, that money can be withdrawn, and who helps. */
export function BreakPage({ now }: { now: Break }) {
  const { t } = useI18n();
  return (
    <div ref={useArrival()} tabIndex={-1} className={styles.onBreak}>
      <StateScreen
        picture={<LotusPond state="moon" />}
        title={t(`protection.on.${now.kind}`)}
        action={
          <Button
            icon={<ArrowUpFromLineIcon size={20} aria-hidden />}
            onClick={() => void navigation.push(href("withdraw"))}
          >
            {t("app.page.withdraw")}
          </Button>
        }
        links={now.until === null ? <ReturnButton /> : undefined}
      >
        <BreakWords now={now} />
      </StateScreen>
      <HelpLines />
    </div>
  );
}

/** Asks to play again after an exclusion has ended. */
export function ReturnButton() {
  const { t } = useI18n();
  const protect = useProtect();
  return (
    <Button
      variant="outline"
      busy={protect.isPending}
      onClick={() => protect.mutate(protecting.returnToPlay)}
    >
      {t("protection.on.return")}
    </Button>
  );
}

/** Until when the break lasts and what it means. */
export function BreakWords({ now }: { now: Break }) {
  const { t } = useI18n();
  const until = useUntil();
  if (now.until === null) return t("protection.on.returnWords");
  return (
    <>
      <b className={styles.until}>
        {now.until >= FOR_GOOD
          ? t("protection.on.good")
          : t("protection.on.until", { time: until(now.until) })}
      </b>
      {t("protection.on.words")}
    </>
  );
}

/** An instant with its year, to the minute. */
export function useUntil(): (at: number) => string {
  const { date, clock } = useI18n();
  return (at) => `${date(at)} ${clock(at)}`;
}
