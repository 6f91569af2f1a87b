import type { RuleTree } from "@lotus/contract";
import { Button, PlusIcon } from "@lotus/ui";
import { useStore } from "zustand";
import { assess } from "../../features/slip/assess.ts";
import { optionAt } from "../../features/slip/game-mode.ts";
import { draftOf, type GameStore } from "../../features/slip/game-store.ts";
import { missingWords } from "../../features/slip/slip-bar.tsx";
import type { SlipBounds } from "../../features/slip/slip-figures.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { notify, notifySuccess } from "../../shell/notify.ts";
import styles from "./side-pane.module.css";

interface DraftBarProps {
  tree: RuleTree;
  store: GameStore;
  bounds: SlipBounds;
}

/** Below a docked slip: what the picks of the board still lack, or the way to keep them as a line and pick another. */
export function DraftBar({ tree, store, bounds }: DraftBarProps) {
  const { t } = useI18n();
  const mode = useStore(store, (state) => state.gameMode);
  const list = useStore(store, (state) => state.gameBetList);
  const count = useStore(store, (state) => state.lines.length);
  const draft = draftOf({ gameRules: tree.rules, gameMode: mode, gameBetList: list });
  if (draft === null) return null;
  const picked = assess(tree.gameCode, draft);
  if (picked.state === "incomplete") {
    const groups = optionAt(tree.rules, mode)?.groups ?? [];
    return (
      <p className={styles.missing} aria-live="polite">
        {missingWords(picked.reason, groups, t)}
      </p>
    );
  }
  if (picked.state !== "ready") return null;
  const tooMany = picked.betCount > bounds.maxBets;
  const add = () => {
    if (count >= bounds.maxLines) notify(t("play.slip.full", { max: bounds.maxLines }));
    else {
      store.getState().addLine();
      notifySuccess(t("play.slip.added"));
    }
  };
  return (
    <div className={styles.draft}>
      <Button
        variant="tint"
        size="s"
        block
        data-add-line
        disabled={tooMany}
        icon={<PlusIcon size={18} aria-hidden />}
        onClick={add}
      >
        {t("wide.keepLine")}
      </Button>
    </div>
  );
}
