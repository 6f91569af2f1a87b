import type { RuleTree } from "@lotus/contract";
import { Button, NavBar, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { practiceAccount, practiceSlip } from "../../features/practice/practice-account.ts";
import { PracticeWords } from "../../features/practice/practice-words.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { appConfigQuery } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { PracticeBoard } from "./practice-board.tsx";

export interface PracticeProps {
  game: LobbyGame | undefined;
  tree: RuleTree;
  /** Shown until the server has said whether practice is offered. */
  waiting: ReactNode;
}

/** A game to practise: its boards and real draws, with points of this device alone. */
export function PracticePage({ game, tree, waiting }: PracticeProps) {
  const config = useQuery(appConfigQuery);
  if (config.isPending) return waiting;
  // A server that does not say so does not offer it.
  if (config.data?.protection.practice !== true) return <NotOffered />;
  return (
    <PracticeWords>
      <PracticeBoard
        key={tree.gameCode}
        game={game}
        tree={tree}
        store={practiceSlip(tree.gameCode)}
        account={practiceAccount()}
        bounds={config.data.bets}
      />
    </PracticeWords>
  );
}

function NotOffered() {
  const { t } = useI18n();
  const back = () => void navigation.back();
  return (
    <>
      <NavBar title={t("practice.title")} onBack={back} backLabel={t("app.back")} />
      <StateScreen
        picture={<LotusPond state="bud" />}
        title={t("practice.off")}
        action={<Button onClick={back}>{t("app.back")}</Button>}
      >
        {t("practice.offWords")}
      </StateScreen>
    </>
  );
}
