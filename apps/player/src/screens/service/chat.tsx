import { Button, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveEvent, useLiveState } from "../../live/live-events.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Composer } from "./composer.tsx";
import { ChatLine } from "./chat-line.tsx";
import { markChatRead, refreshChat, chatQuery } from "./chat-queries.ts";
import styles from "./chat.module.css";

/** Polling interval while there is no event stream. */
const ASK_EVERY_MS = 5_000;

/** The conversation with the desk: the oldest line at the top, the newest next to the field. */
export function Chat() {
  const { t } = useI18n();
  const live = useLiveState() === "live";
  useLiveEvent("service", () => void refreshChat());
  const pages = useInfiniteQuery({ ...chatQuery, refetchInterval: live ? false : ASK_EVERY_MS });
  const lines = pages.data?.pages.flatMap((page) => page.list) ?? [];
  const [first] = pages.data?.pages ?? [];
  const newest = lines[0]?.id;
  const unread = first?.unread ?? 0;
  // Effects run only while the page is shown, so lines are marked as read only when visible.
  useEffect(() => {
    if (newest !== undefined && unread > 0) markChatRead(newest).catch(() => undefined);
  }, [newest, unread]);
  if (pages.isPending) return <Loading />;
  if (pages.isError && pages.data === undefined) {
    return <FailedState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  return (
    <div className={styles.chat}>
      {lines.length === 0 && (
        <StateScreen picture={<LotusPond state="bud" />} title={t("service.empty")}>
          {t("service.emptyWords")}
        </StateScreen>
      )}
      {pages.hasNextPage && (
        <Button
          variant="ghost"
          size="s"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t("service.older")}
        </Button>
      )}
      <ol className={styles.lines} aria-live="polite" aria-label={t("service.view.chat")}>
        {lines.toReversed().map((line) => (
          <ChatLine key={line.id} line={line} read={BigInt(line.id) <= BigInt(first?.readByDesk ?? "0")} />
        ))}
      </ol>
      {first?.status === "closed" && <p className={styles.closed}>{t("service.closed")}</p>}
      {first?.usualWaitMinutes !== undefined && <UsualWait minutes={first.usualWaitMinutes} />}
      <Composer />
    </div>
  );
}

/** How long an answer usually takes, in plain words. */
function UsualWait({ minutes }: { minutes: number }) {
  const { t, locale } = useI18n();
  const [value, unit] = minutes < 90 ? [minutes, "minute"] : [Math.ceil(minutes / 60), "hour"];
  const time = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
  return <p className={styles.closed}>{t("service.usualWait", { time })}</p>;
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      <Skeleton width="70%" height={56} radius={16} />
      <Skeleton width="55%" height={56} radius={16} />
      <Skeleton width="80%" height={56} radius={16} />
    </SkeletonGroup>
  );
}
