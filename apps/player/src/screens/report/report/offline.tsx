import { Strip, WifiOffIcon } from "@lotus/ui";
import { useLiveState } from "../../../live/live-events.ts";
import { useWords } from "../../../words/use-words.tsx";

/** Says that the house cannot be reached, and that the figures may be old. */
export function Offline() {
  const { t } = useWords();
  if (useLiveState() !== "offline") return null;
  return (
    <Strip shape="card" icon={<WifiOffIcon size={20} aria-hidden />}>
      {t("report.offline")}
    </Strip>
  );
}
