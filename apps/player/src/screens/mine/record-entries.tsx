import type { MessageKey } from "@lotus/locales";
import {
  ArrowDownToLineIcon,
  ArrowLeftRightIcon,
  ArrowUpFromLineIcon,
  Badge,
  Card,
  ReceiptIcon,
  VisuallyHidden,
} from "@lotus/ui";
import type { ReactNode } from "react";
import { useUnseenResults } from "../../session/result-news.ts";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteName } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./mine.module.css";

interface Entry {
  readonly page: RouteName;
  /** Short: it has a quarter of a phone's width. */
  readonly label: MessageKey;
  readonly icon: ReactNode;
}

const ENTRIES: readonly Entry[] = [
  { page: "bettingRecords", label: "app.mine.bets", icon: <ReceiptIcon size={22} aria-hidden /> },
  {
    page: "rechargeRecords",
    label: "app.mine.recharges",
    icon: <ArrowDownToLineIcon size={22} aria-hidden />,
  },
  {
    page: "withdrawalRecords",
    label: "app.mine.withdrawals",
    icon: <ArrowUpFromLineIcon size={22} aria-hidden />,
  },
  {
    page: "transactionRecords",
    label: "app.mine.transactions",
    icon: <ArrowLeftRightIcon size={22} aria-hidden />,
  },
];

/** The four records, side by side; bets have a badge with the number of unseen results. */
export function RecordEntries() {
  const { t } = useI18n();
  const unseen = useUnseenResults();
  return (
    <Card padding="none">
      <nav className={styles.records} aria-label={t("app.mine.records")}>
        {ENTRIES.map(({ page, label, icon }) => (
          <a
            key={page}
            href={href(page)}
            className={styles.record}
            onClick={(event) => {
              event.preventDefault();
              void navigation.push(href(page));
            }}
          >
            <span className={styles.recordIcon}>
              {icon}
              {page === "bettingRecords" && unseen > 0 && <Badge count={unseen} corner />}
            </span>
            {t(label)}
            {page === "bettingRecords" && unseen > 0 && (
              <VisuallyHidden>, {t("app.unseenResults", { count: unseen })}</VisuallyHidden>
            )}
          </a>
        ))}
      </nav>
    </Card>
  );
}
