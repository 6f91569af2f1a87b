import { BellIcon, ChevronRightIcon, useReducedMotion, VisuallyHidden } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { noticesQuery } from "../../queries/home.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./notice-strip.module.css";

const EACH_MS = 5_000;

/** The newest notices in rotation; static with reduced motion. Renders nothing without a notice. */
export function NoticeStrip() {
  const { t, locale } = useI18n();
  const notices = useQuery(noticesQuery(locale)).data ?? [];
  const still = useReducedMotion();
  const [at, setAt] = useState(0);
  const turns = notices.length > 1 && !still;
  useEffect(() => {
    if (!turns) return undefined;
    const timer = setInterval(() => setAt((now) => now + 1), EACH_MS);
    return () => clearInterval(timer);
  }, [turns]);
  const notice = notices[at % Math.max(1, notices.length)];
  if (notice === undefined) return null;
  const to = href("messages", { tab: "notice" });
  return (
    <a
      href={to}
      className={styles.strip}
      onClick={(event) => {
        event.preventDefault();
        void navigation.push(to);
      }}
    >
      <BellIcon size={18} aria-hidden />
      <VisuallyHidden>{t("app.home.notice")}</VisuallyHidden>
      {/* However long the notice, one line is shown; it opens the full text. */}
      <span key={notice.id} className={styles.words} data-may-shorten>
        {notice.title}
      </span>
      <ChevronRightIcon size={18} aria-hidden />
    </a>
  );
}
