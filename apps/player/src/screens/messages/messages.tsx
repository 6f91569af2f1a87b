import type { Mail, MailTab } from "@lotus/contract";
import {
  Button,
  CheckIcon,
  IconButton,
  NavBar,
  Sheet,
  Skeleton,
  SkeletonGroup,
  StateScreen,
  Tabs,
  useLastShown,
  VisuallyHidden,
} from "@lotus/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailedState } from "../../components/failed-state.tsx";
import { PullToRefresh } from "../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../components/pull-to-refresh/use-refresh.ts";
import { RecordEnd } from "../../features/record-list/record-end.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery, type ScreenProps } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./messages.module.css";
import { mailQuery, markRead } from "./mail-queries.ts";

const TABS = ["notice", "message"] as const satisfies readonly MailTab[];
const PANEL = "mail-panel";

/** The shown tab. The badge that led here counts both tabs: where only messages are unread, these are shown. */
function useMailTab(asked: MailTab | undefined, locale: string) {
  const [chosen, setTab] = useState(asked);
  const tab = chosen ?? "notice";
  const pages = useInfiniteQuery(mailQuery(tab, locale));
  const unread = pages.data?.pages[0]?.unread;
  if (chosen === undefined && unread !== undefined)
    setTab(unread.notice === 0 && unread.message > 0 ? "message" : "notice");
  return { tab, setTab, pages };
}

/** The message centre: notices to everybody, and messages to this player alone. */
export function Screen({ query }: ScreenProps<RouteQuery<"messages">>) {
  const { t, locale } = useI18n();
  const { tab, setTab, pages } = useMailTab(query.tab, locale);
  const [open, setOpen] = useState<Mail | undefined>();
  const refresh = useRefresh();
  const list = pages.data?.pages.flatMap((page) => page.list) ?? [];
  const unread = pages.data?.pages[0]?.unread;
  const tabName = (key: MailTab) => {
    const count = unread?.[key] ?? 0;
    return count === 0 ? t(`mail.${key}`) : t("mail.tabUnread", { tab: t(`mail.${key}`), count });
  };
  const show = (mail: Mail) => {
    setOpen(mail);
    // If marking fails, the message stays unread, which is harmless.
    if (!mail.read) markRead({ id: mail.id }).catch(() => undefined);
  };
  return (
    <>
      <NavBar
        title={t("app.page.messages")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          <IconButton
            label={t("mail.markAll")}
            icon={<CheckIcon size={22} />}
            disabled={(unread?.[tab] ?? 0) === 0}
            onClick={() => void markRead({ type: tab }).catch(() => undefined)}
          />
        }
      />
      <Tabs
        label={t("mail.tabs")}
        panelId={PANEL}
        items={TABS.map((key) => ({ key, label: tabName(key) }))}
        value={tab}
        onChange={setTab}
      />
      <PullToRefresh {...refresh} button>
        <div id={PANEL} role="tabpanel" aria-label={t(`mail.${tab}`)} className={styles.page}>
          {pages.isPending && <Loading />}
          {pages.isError && pages.data === undefined && (
            <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {pages.data !== undefined && list.length === 0 && <Nothing tab={tab} />}
          {list.length > 0 && (
            <>
              <ul className={styles.list}>
                {list.map((mail) => (
                  <MailRow key={mail.id} mail={mail} onOpen={() => show(mail)} />
                ))}
              </ul>
              <RecordEnd
                more={pages.hasNextPage}
                busy={pages.isFetchingNextPage}
                failed={pages.isFetchNextPageError}
                onMore={() => void pages.fetchNextPage()}
              />
            </>
          )}
        </div>
      </PullToRefresh>
      <MailSheet mail={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

function MailRow({ mail, onOpen }: { mail: Mail; onOpen: () => void }) {
  const { dateTime } = useI18n();
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.head}>
          {!mail.read && <Unread />}
          <b className={mail.read ? styles.wasRead : undefined}>{mail.title}</b>
          <time className={styles.time} dateTime={new Date(mail.time).toISOString()}>
            {dateTime(mail.time)}
          </time>
        </span>
        {/* Clamped to two lines; a tap shows all of it. */}
        <span className={styles.words} data-may-shorten>
          {mail.body}
        </span>
      </button>
    </li>
  );
}

function Unread() {
  const { t } = useI18n();
  return (
    <>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>{t("mail.unread")}</VisuallyHidden>
    </>
  );
}

/** One message in full: plain text with its line breaks. */
function MailSheet({ mail, onClose }: { mail: Mail | undefined; onClose: () => void }) {
  const { t, dateTime } = useI18n();
  const shown = useLastShown(mail);
  return (
    <Sheet open={mail !== undefined} onClose={onClose} title={shown?.title ?? ""} closeLabel={t("app.close")}>
      {shown !== undefined && (
        <>
          <p className={styles.time}>{dateTime(shown.time)}</p>
          <p className={styles.body}>{shown.body}</p>
        </>
      )}
    </Sheet>
  );
}

function Nothing({ tab }: { tab: MailTab }) {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t(`mail.none.${tab}`)}
      action={
        <Button variant="tint" onClick={() => void navigation.switchTab(href("service"))}>
          {t("mail.ask")}
        </Button>
      }
    >
      {t(`mail.noneWords.${tab}`)}
    </StateScreen>
  );
}

const ROWS = [0, 1, 2, 3, 4];

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={72} radius={16} />
      ))}
    </SkeletonGroup>
  );
}
