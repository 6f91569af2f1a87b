import { Strip, WifiOffIcon } from "@lotus/ui";
import { useLiveState } from "../../live/live-events.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Notice that the server is unreachable and that shown data may be outdated: results, or what `words` says. */
export function OfflineStrip({ words }: { words?: string }) {
  const { t } = useI18n();
  if (useLiveState() !== "offline") return null;
  return (
    <Strip shape="card" icon={<WifiOffIcon size={20} aria-hidden />}>
      {words ?? t("app.games.offline")}
    </Strip>
  );
}
