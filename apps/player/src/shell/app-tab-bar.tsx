import { HeadsetIcon, HomeIcon, PersonIcon, PiecesIcon, TabBar, type TabBarItem } from "@lotus/ui";
import { useUnseenResults } from "../session/result-news.ts";
import { useUserInfo } from "../session/user-info.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { navigation } from "./navigation.ts";
import { href, TABS, type RouteName, type TabName } from "./routes.ts";

const ICONS = { home: HomeIcon, service: HeadsetIcon, lobby: PiecesIcon, mine: PersonIcon } as const;

/** The four tabs. A badge on the last one shows unread messages and unseen results. */
export function useTabs(): readonly TabBarItem<TabName>[] {
  const { t } = useI18n();
  const unread = useUserInfo().data?.unreadMsg ?? 0;
  const unseen = useUnseenResults();
  const waiting = [
    unread > 0 && t("app.unread", { count: unread }),
    unseen > 0 && t("app.unseenResults", { count: unseen }),
  ].filter((words) => words !== false);
  return TABS.map((key): TabBarItem<TabName> => {
    const Icon = ICONS[key];
    const item = { key, label: t(`app.tab.${key}`), href: href(key), icon: <Icon />, iconOn: <Icon on /> };
    return key === "mine" && waiting.length > 0
      ? { ...item, badge: unread + unseen, badgeLabel: waiting.join(", ") }
      : item;
  });
}

export function AppTabBar({ current }: { current: RouteName }) {
  const { t } = useI18n();
  return (
    <TabBar
      items={useTabs()}
      current={TABS.find((tab) => tab === current)}
      onSelect={(key) => void navigation.switchTab(href(key))}
      label={t("app.tabs")}
    />
  );
}
