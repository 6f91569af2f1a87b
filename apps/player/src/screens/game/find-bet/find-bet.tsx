import type { RuleTree } from "@lotus/contract";
import { IconButton, SearchIcon } from "@lotus/ui";
import { type ComponentType, useState } from "react";
import type { GameStore } from "../../../features/slip/game-store.ts";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { notifyError } from "../../../shell/notify.ts";
import type { FindBetProps } from "./find-bet-sheet.tsx";

/** The search for a bet, loaded with its synonyms when it is first opened. */
export function FindBet({ tree, store }: { tree: RuleTree; store: GameStore }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const [Sheet, setSheet] = useState<ComponentType<FindBetProps> | null>(null);
  const show = () => {
    setOpen(true);
    if (Sheet !== null) return;
    Promise.all([import("./find-bet-sheet.tsx"), loadCatalog("find")]).then(
      ([{ FindBetSheet }]) => setSheet(() => FindBetSheet),
      () => {
        setOpen(false);
        notifyError(t("app.state.loadFailed.title"));
      },
    );
  };
  return (
    <>
      <IconButton
        label={t("play.game.find")}
        aria-haspopup="dialog"
        data-search
        icon={<SearchIcon size={20} />}
        onClick={show}
      />
      {Sheet !== null && <Sheet open={open} tree={tree} store={store} onClose={() => setOpen(false)} />}
    </>
  );
}
