import { Strip, WifiOffIcon } from "@lotus/ui";
import { useLiveState } from "../../live/live-events.ts";
import { useWords } from "../../words/use-words.tsx";

/** Says that the house cannot be reached, and that what is shown may be old. */
export function OfflineStrip() {
  const { t } = useWords();
  if (useLiveState() !== "offline") return null;
  return (
    <Strip shape="card" icon={<WifiOffIcon size={20} aria-hidden />}>
      {t("app.games.offline")}
    </Strip>
  );
}
