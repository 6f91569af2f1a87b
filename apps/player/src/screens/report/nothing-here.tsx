import { Button, Card, StateScreen } from "@lotus/ui";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Shown for days without any movement: offers more days, or the games. */
export function NothingHere({ onWiden }: { onWiden: (() => void) | undefined }) {
  const { t } = useI18n();
  return (
    <Card>
      <StateScreen
        picture={<LotusPond state="bud" />}
        title={t("report.empty")}
        action={
          onWiden === undefined ? (
            <Button size="s" onClick={() => void navigation.switchTab(href("lobby"))}>
              {t("app.tab.lobby")}
            </Button>
          ) : (
            <Button size="s" onClick={onWiden}>
              {t("report.see30d")}
            </Button>
          )
        }
      >
        {t("report.emptyWords")}
      </StateScreen>
    </Card>
  );
}
