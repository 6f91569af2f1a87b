import type { MessageKey } from "@lotus/locales";
import {
  Card,
  ChevronRightIcon,
  joinClasses,
  RefreshIcon,
  ShieldCheckIcon,
  ShieldIcon,
  Skeleton,
} from "@lotus/ui";
import { type UserInfo, useUserInfo } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./mine.module.css";

const LEVELS = ["low", "medium", "high"] as const;

const NAMES = {
  low: "app.mine.security.low",
  medium: "app.mine.security.medium",
  high: "app.mine.security.high",
} as const satisfies Record<UserInfo["securityLevel"], MessageKey>;

/** Security level of the account, as a word and as bars, and what would raise it. */
export function SecurityCard() {
  const { t } = useI18n();
  const { data: info, isError, refetch } = useUserInfo();
  if (info === undefined && isError) return <NotKnown onRetry={() => void refetch()} />;
  if (info === undefined) return <Skeleton height={60} radius={16} />;
  const { securityLevel } = info;
  const bars = LEVELS.indexOf(securityLevel) + 1;
  const Icon = securityLevel === "high" ? ShieldCheckIcon : ShieldIcon;
  return (
    <Card padding="none">
      <button
        type="button"
        className={joinClasses(styles.security, styles[securityLevel])}
        onClick={() => void navigation.push(href("settings"))}
      >
        <Icon size={24} className={styles.shield} aria-hidden />
        <span className={styles.securityWords}>
          <span className={styles.securityTitle}>
            <b>{t("app.mine.security.title", { level: t(NAMES[securityLevel]) })}</b>
            <span className={styles.bars} aria-hidden>
              {LEVELS.map((level, at) => (
                <i key={level} className={joinClasses(styles.bar, at < bars && styles.full)} />
              ))}
            </span>
          </span>
          <span>{t(adviceFor(info))}</span>
        </span>
        <ChevronRightIcon size={20} className={styles.chevron} aria-hidden />
      </button>
    </Card>
  );
}

/** Shown when the request failed: a tap retries. */
function NotKnown({ onRetry }: { onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <Card padding="none">
      <button type="button" className={styles.security} onClick={onRetry}>
        <RefreshIcon size={24} className={styles.chevron} aria-hidden />
        <span className={styles.securityWords}>
          <span className={styles.securityTitle}>
            <b>{t("app.state.loadFailed.title")}</b>
          </span>
          <span>{t("app.state.loadFailed.words")}</span>
        </span>
      </button>
    </Card>
  );
}

/** The next step that makes the account safer. */
function adviceFor({ email, phone, securityLevel }: UserInfo): MessageKey {
  if (email === "") return "app.mine.security.addEmail";
  if (phone === "") return "app.mine.security.addPhone";
  return securityLevel === "high" ? "app.mine.security.done" : "app.mine.security.see";
}
