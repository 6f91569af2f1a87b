import { NavBar, Segmented } from "@lotus/ui";
import { useState } from "react";
import { useSession } from "../../session/session.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Help } from "./help.tsx";
import { LoginFirst } from "./login-first.tsx";
import styles from "./service.module.css";
import { Chat } from "./chat.tsx";

const VIEWS = ["help", "chat"] as const;
type View = (typeof VIEWS)[number];
const PANEL = "service-panel";

/** Customer service, for anybody: help, contacts and the legal texts; and for players the conversation. */
export function Screen() {
  const { t } = useI18n();
  const loggedIn = useSession((session) => session.accessToken !== "");
  const [view, setView] = useState<View>("help");
  return (
    <>
      <NavBar align="start" title={<span className={styles.title}>{t("app.tab.service")}</span>} />
      <div className={styles.page}>
        <Segmented
          label={t("service.views")}
          panelId={PANEL}
          items={VIEWS.map((key) => ({ key, label: t(`service.view.${key}`) }))}
          value={view}
          onChange={setView}
        />
        <div id={PANEL} role="tabpanel" aria-label={t(`service.view.${view}`)} className={styles.panel}>
          {view === "help" && <Help onChat={() => setView("chat")} />}
          {view === "chat" && (loggedIn ? <Chat /> : <LoginFirst />)}
        </div>
      </div>
    </>
  );
}
