import {
  Badge,
  Card,
  ChartColumnIcon,
  GaugeIcon,
  IconButton,
  ListRow,
  MailIcon,
  NavBar,
  RepeatIcon,
  SettingsIcon,
  ShieldCheckIcon,
  UsersIcon,
} from "@lotus/ui";
import type { ReactNode } from "react";
import { Avatar } from "../../components/avatar.tsx";
import { PlayerBalance } from "../../features/balance/player-balance.tsx";
import { CopyOnHold } from "../../components/clipboard/copy-on-hold.tsx";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { PullToRefresh } from "../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../components/pull-to-refresh/use-refresh.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useSession } from "../../session/session.ts";
import { useUserInfo } from "../../session/user-info.ts";
import { isClosed } from "../../shell/is-closed.ts";
import { navigation } from "../../shell/navigation.ts";
import { href, specOf, type RouteName } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import styles from "./mine.module.css";
import { RecordEntries } from "./record-entries.tsx";
import { SecurityCard } from "./security-card.tsx";

/** The player's own page: name, balance, security, and links to everything of theirs. */
export function Screen() {
  const { t } = useI18n();
  const info = useUserInfo().data;
  const unread = info?.unreadMsg ?? 0;
  const refresh = useRefresh();
  return (
    <>
      <NavBar
        align="start"
        title={<span className={styles.barTitle}>{t("app.tab.mine")}</span>}
        action={
          <IconButton
            label={t("app.page.settings")}
            icon={<SettingsIcon size={22} />}
            onClick={() => void navigation.push(href("settings"))}
          />
        }
      />
      <PullToRefresh {...refresh} button>
        <div className={styles.page}>
          <Who />
          <PlayerBalance />
          <Card padding="none">
            <Entry page="limits" icon={<GaugeIcon size={22} />} />
          </Card>
          <SecurityCard />
          <RecordEntries />
          <Card padding="none">
            <Entry page="chaseRecords" icon={<RepeatIcon size={22} />} />
            <Entry page="report" icon={<ChartColumnIcon size={22} />} />
            <Entry
              page="messages"
              icon={<MailIcon size={22} />}
              value={unread > 0 ? <Badge count={unread} /> : undefined}
            />
            <Entry page="agent" icon={<UsersIcon size={22} />} />
          </Card>
          <Card padding="none">
            <Entry page="verify" icon={<ShieldCheckIcon size={22} />} />
            <Entry page="settings" icon={<SettingsIcon size={22} />} />
          </Card>
          <LogOutButton />
        </div>
      </PullToRefresh>
    </>
  );
}

function Who() {
  const { t } = useI18n();
  const info = useUserInfo().data;
  // Known from the login before the server has responded.
  const username = useSession((session) => session.username);
  return (
    <section className={styles.who} aria-label={t("app.page.profile")}>
      <button
        type="button"
        className={styles.picture}
        aria-label={t("app.page.profile")}
        onClick={() => void navigation.push(href("profile"))}
      >
        <Avatar />
      </button>
      <div className={styles.names}>
        <h2 className={styles.name}>{info?.username ?? username}</h2>
        {info !== undefined && (
          <p className={styles.id}>
            <CopyOnHold value={info.id}>{t("app.mine.id", { id: info.id })}</CopyOnHold>
            <CopyValue label={t("app.mine.copyId")} value={info.id} />
          </p>
        )}
      </div>
    </section>
  );
}

function Entry({ page, icon, value }: { page: RouteName; icon: ReactNode; value?: ReactNode }) {
  const { t } = useI18n();
  const { features } = useAppConfig();
  return (
    <ListRow
      icon={icon}
      title={t(specOf(page).title)}
      value={isClosed(page, features) ? t("app.state.comingSoon.title") : value}
      href={href(page)}
      onClick={() => void navigation.push(href(page))}
    />
  );
}
