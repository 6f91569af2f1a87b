import { Button, StateScreen } from "@lotus/ui";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** In place of the conversation, for who is not logged in. */
export function LoginFirst() {
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
