import { Button, NavBar, StateScreen } from "@lotus/ui";
import { LotusPond } from "../artwork/lotus-pond.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { navigation, usePages } from "./navigation.ts";
import { href, specOf } from "./routes.ts";

/** Placeholder for a page that is not open yet. */
export function Screen() {
  const { t } = useI18n();
  const { page } = usePages();
  const spec = page === undefined ? undefined : specOf(page.name);
  const isTab = spec?.tab !== undefined;
  return (
    <>
      <NavBar
        title={spec === undefined ? "" : t(spec.title)}
        {...(!isTab && { onBack: () => void navigation.back(), backLabel: t("app.back") })}
      />
      <StateScreen
        picture={<LotusPond state="moon" />}
        title={t("app.state.comingSoon.title")}
        action={
          <Button variant="tint" onClick={() => void navigation.switchTab(href("home"))}>
            {t("app.toHome")}
          </Button>
        }
      >
        {t("app.state.comingSoon.words")}
      </StateScreen>
    </>
  );
}
