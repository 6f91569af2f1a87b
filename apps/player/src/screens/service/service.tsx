import { NavBar, Segmented, Button, StateScreen } from "@lotus/ui";
import { useState } from "react";
import { useSession } from "../../session/session.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Help } from "./help.tsx";
import styles from "./service.module.css";
import { Chat } from "./chat.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";

const VIEWS = ["help", "chat"] as const;
type View = (typeof VIEWS)[number];
const PANEL = "service-panel";

/** Customer service: help, contacts and the legal texts for everyone, and the chat for players. */
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

/** Shown instead of the chat to visitors who are not logged in. */
function LoginFirst() {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="moon" />}
      title={t("service.login")}
      action={
        <Button onClick={() => void navigation.push(href("login", { redirect: href("service") }))}>
          {t("service.toLogin")}
        </Button>
      }
    >
      {t("service.loginWords")}
    </StateScreen>
  );
}
