import type { RuleTree, SavedNumbers, SavedSlip } from "@lotus/contract";
import { Segmented, Sheet } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { gamesQuery } from "../game-data/queries.ts";
import type { LobbyGame } from "../lobby-games/use-games.ts";
import type { GameStore } from "../slip/game-store.ts";
import { offerOf } from "../slip/slip-offer.ts";
import { Answered } from "./answered.tsx";
import { NumbersTab } from "./numbers-tab.tsx";
import styles from "./my-slips.module.css";
import { goToSlip } from "./offer-slip.ts";
import { SavedEditor } from "./saved-editor.tsx";
import { recentSlipsQuery, savedQuery } from "./slip-queries.ts";
import { SlipRow } from "./slip-row.tsx";

export interface MySlipsProps {
  open: boolean;
  onClose: () => void;
  /** The game that is open, in which a slip is filled at once. */
  here?: { readonly tree: RuleTree; readonly store: GameStore };
}

type Tab = "saved" | "recent" | "numbers";

/** The player's slips: saved under names, the last ones, and favourite numbers. A tap puts a slip on that of its game. */
// Three lists in one sheet.
// oxlint-disable-next-line max-lines-per-function
export function MySlips({ open, onClose, here }: MySlipsProps) {
  const { t, locale } = useI18n();
  const [chosen, setChosen] = useState<Tab | null>(null);
  const [edited, setEdited] = useState<SavedSlip | SavedNumbers | null>(null);
  const games = useQuery(gamesQuery).data?.list ?? [];
  const code = here?.tree.gameCode;
  const saved = useQuery({ ...savedQuery(locale), enabled: open });
  const recent = useQuery({ ...recentSlipsQuery(locale, code), enabled: open });
  // What is saved is nearest; without anything, what was placed last.
  const tab = chosen ?? (saved.data !== undefined && saved.data.slips.length === 0 ? "recent" : "saved");
  const gameOf = (gameCode: string): LobbyGame | undefined =>
    games.find((game) => game.gameCode === gameCode);
  const choose = (slip: Parameters<typeof offerOf>[0]) => {
    onClose();
    if (slip.gameCode === code) here?.store.getState().setOffer(offerOf(slip));
    else void goToSlip(slip);
  };
  return (
    <Sheet open={open} onClose={onClose} title={t("slips.mine")} closeLabel={t("play.close")}>
      <div className={styles.body}>
        <Segmented<Tab>
          label={t("slips.mine")}
          items={[
            { key: "saved", label: t("slips.saved") },
            { key: "recent", label: t("slips.recent") },
            { key: "numbers", label: t("slips.numbers") },
          ]}
          value={tab}
          onChange={setChosen}
        />
        {tab === "recent" ? (
          <Answered query={recent} empty={t("slips.noRecent")} words={t("slips.noRecentWords")}>
            {(list) =>
              list.map((slip) => (
                <SlipRow
                  key={`${slip.gameCode} ${slip.time}`}
                  slip={slip}
                  game={gameOf(slip.gameCode)}
                  onChoose={() => choose(slip)}
                />
              ))
            }
          </Answered>
        ) : tab === "saved" ? (
          <Answered
            query={{ ...saved, data: saved.data && hereFirst(saved.data.slips, code) }}
            empty={t("slips.noSaved")}
            words={t("slips.noSavedWords")}
          >
            {(list) =>
              list.map((slip) => (
                <SlipRow
                  key={slip.id}
                  slip={slip}
                  game={gameOf(slip.gameCode)}
                  onChoose={() => choose(slip)}
                  onEdit={() => setEdited(slip)}
                />
              ))
            }
          </Answered>
        ) : (
          <NumbersTab
            saved={saved}
            onEdit={setEdited}
            onDone={onClose}
            {...(here !== undefined && { here })}
          />
        )}
      </div>
      <SavedEditor key={edited?.id} saved={edited} onClose={() => setEdited(null)} />
    </Sheet>
  );
}

/** Slips of the open game first; otherwise in their order. */
function hereFirst(slips: readonly SavedSlip[], code: string | undefined): readonly SavedSlip[] {
  return [
    ...slips.filter(({ gameCode }) => gameCode === code),
    ...slips.filter(({ gameCode }) => gameCode !== code),
  ];
}
