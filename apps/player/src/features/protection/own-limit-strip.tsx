import { Button, CircleAlertIcon, Strip } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery } from "../../shell/routes.ts";

interface OwnLimitStripProps {
  /** What the server says of the limit that was reached. */
  words: string;
  /** The part of the play limits that it is in; their top if it is not known. */
  section: RouteQuery<"limits">["section"];
}

/** That more was wanted than an own limit allows, and the way to the limits. */
export function OwnLimitStrip({ words, section }: OwnLimitStripProps) {
  const { t } = useI18n();
  return (
    <Strip
      shape="card"
      icon={<CircleAlertIcon size={20} aria-hidden />}
      action={
        <Button variant="ghost" size="s" onClick={() => void navigation.push(href("limits", { section }))}>
          {t("app.page.limits")}
        </Button>
      }
    >
      {words}
    </Strip>
  );
}
