import type { MessageKey } from "@lotus/locales";
import { Card, ListRow, NavBar, Skeleton, SkeletonGroup } from "@lotus/ui";
import { CopyOnHold } from "../../components/clipboard/copy-on-hold.tsx";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { FailedState } from "../../components/failed-state.tsx";
import { useUserInfo, type UserInfo } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { AvatarPicker } from "./avatar-picker.tsx";
import styles from "./profile.module.css";

const LEVELS = {
  low: "app.mine.security.low",
  medium: "app.mine.security.medium",
  high: "app.mine.security.high",
} as const satisfies Record<UserInfo["securityLevel"], MessageKey>;

/** The player's picture, name and number, previous login, and contact details. */
export function Screen() {
  const { t } = useI18n();
  const { data, error, refetch } = useUserInfo();
  return (
    <>
      <NavBar title={t("app.page.profile")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      <div className={styles.body}>
        <AvatarPicker />
        {data !== undefined ? (
          <Facts info={data} />
        ) : error === null ? (
          <SkeletonGroup label={t("app.loading")} className={styles.waiting}>
            <Skeleton height={208} radius={16} />
            <Skeleton height={156} radius={16} />
          </SkeletonGroup>
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  );
}

function Facts({ info }: { info: UserInfo }) {
  const { t, dateTime } = useI18n();
  const to = (page: "phone" | "email" | "identity" | "settings") => ({
    href: href(page),
    onClick: () => void navigation.push(href(page)),
  });
  return (
    <>
      <Card padding="none">
        <ListRow title={t("auth.username")} value={info.username} />
        <ListRow
          title={t("account.profile.id")}
          value={
            <span className={styles.id}>
              <CopyOnHold value={info.id}>{info.id}</CopyOnHold>
              <CopyValue label={t("app.mine.copyId")} value={info.id} />
            </span>
          }
        />
        <ListRow
          title={t("account.profile.lastLogin")}
          detail={info.lastLoginIp}
          value={dateTime(info.lastLoginTime)}
        />
      </Card>
      <Card padding="none">
        <ListRow title={t("app.page.phone")} value={info.phone || t("account.notBound")} {...to("phone")} />
        <ListRow title={t("app.page.email")} value={info.email || t("account.notBound")} {...to("email")} />
        <ListRow title={t("app.page.identity")} {...to("identity")} />
        <ListRow
          title={t("account.profile.security")}
          value={t(LEVELS[info.securityLevel])}
          {...to("settings")}
        />
      </Card>
    </>
  );
}
