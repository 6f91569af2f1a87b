import { Button, Card, ListRow, NavBar, RefreshIcon } from "@lotus/ui";
import { useState } from "react";
import { Lotus } from "../../../artwork/lotus.tsx";
import { useAppConfig } from "../../../queries/app-config.ts";
import { appVersion } from "../../../shell/app-version.ts";
import { navigation } from "../../../shell/navigation.ts";
import { notifyError, notifySuccess } from "../../../shell/notify.ts";
import { href, specOf } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./about.module.css";
import { DrawTrust } from "./draw-trust.tsx";
import { Parts } from "./parts.tsx";
import { ReturnsCard } from "./returns-card.tsx";

const LINKS = ["terms", "privacy", "verify"] as const;

/** About the app: its version and whether there is a newer one, its legal texts, what draws are verified against, its libraries. */
export function Screen() {
  const { t } = useI18n();
  const { title, version } = useAppConfig();
  return (
    <>
      <NavBar title={t("app.page.about")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      <div className={styles.body}>
        <Card>
          <div className={styles.what}>
            <Lotus size={56} />
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.version}>{t("app.settings.version", { version })}</p>
            <CheckVersion />
          </div>
        </Card>
        <Card padding="none">
          {LINKS.map((page) => (
            <ListRow
              key={page}
              title={t(specOf(page).title)}
              href={href(page)}
              onClick={() => void navigation.push(href(page))}
            />
          ))}
        </Card>
        <DrawTrust />
        <ReturnsCard />
        <Parts />
      </div>
    </>
  );
}

/** Asks the server. A new version is offered by its own prompt; otherwise a short message shows the result. */
function CheckVersion() {
  const { t } = useI18n();
  const [busy, setBusy] = useState(false);
  async function check() {
    setBusy(true);
    const found = await appVersion.check();
    setBusy(false);
    if (found === "latest") notifySuccess(t("device.update.latest"));
    if (found === "unreachable") notifyError(t("device.update.unreachable"));
  }
  return (
    <Button
      variant="tint"
      size="s"
      busy={busy}
      icon={<RefreshIcon size={18} aria-hidden />}
      onClick={() => void check()}
    >
      {t("device.update.check")}
    </Button>
  );
}
