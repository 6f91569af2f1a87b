import { ApiError } from "@lotus/client";
import { Button, CircleAlertIcon, Strip } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";

/** That a recharge is more than a limit of the player allows, what it leaves, and the way to the limits. */
export function OwnLimit({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (!(error instanceof ApiError) || error.codeName !== "OWN_LIMIT_REACHED") return null;
  return (
    <Strip
      shape="card"
      icon={<CircleAlertIcon size={20} aria-hidden />}
      action={
        <Button
          variant="ghost"
          size="s"
          onClick={() => void navigation.push(href("limits", { section: "deposit" }))}
        >
          {t("app.page.limits")}
        </Button>
      }
    >
      {error.msg}
    </Strip>
  );
}
