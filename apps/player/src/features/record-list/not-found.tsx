import { Button, StateScreen } from "@lotus/ui";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Nothing has the number that was looked for. */
export function NotFound({ onStop }: { onStop: () => void }) {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t("records.notFound")}
      action={
        <Button size="s" variant="outline" onClick={onStop}>
          {t("records.findStop")}
        </Button>
      }
    >
      {t("records.notFoundWords")}
    </StateScreen>
  );
}
