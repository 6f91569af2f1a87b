import { Chip } from "@lotus/ui";
import { lazy, Suspense, useState } from "react";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";

const SeveralSheet = lazy(async () => ({ default: (await import("./several-sheet.tsx")).SeveralSheet }));

/** Opens the choice of open bets that are cancelled together. It stays open when none is left, to say what became of each. */
export function CancelSeveral({ offered, games }: { offered: boolean; games: readonly LobbyGame[] }) {
  const { t } = useI18n();
  const [state, setState] = useState<"new" | "open" | "closed">("new");
  return (
    <>
      {offered && (
        <Chip aria-haspopup="dialog" onClick={() => setState("open")}>
          {t("records.several.open")}
        </Chip>
      )}
      {state !== "new" && (
        <Suspense>
          <SeveralSheet open={state === "open"} games={games} onClose={() => setState("closed")} />
        </Suspense>
      )}
    </>
  );
}
