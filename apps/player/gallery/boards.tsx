import { DEFAULT_LIMITS, familyOf, GAMES } from "@lotus/games";
import { LOCALES, type Locale } from "@lotus/locales";
import { QueryClientProvider } from "@tanstack/react-query";
import { use, useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { everyBoard } from "../src/testing/every-board.ts";
import { findRule, modeShowing } from "../src/features/slip/game-mode.ts";
import { createGameStore } from "../src/features/slip/game-store.ts";
import { SlipBar } from "../src/features/slip/slip-bar.tsx";
import { slipFigures } from "../src/features/slip/slip-figures.ts";
import { queryClient } from "../src/api/query-client.ts";
import { BoardArea } from "../src/screens/game/board-area.tsx";
import { WordsProvider } from "../src/i18n/use-i18n.tsx";
import { activateLocale } from "../src/i18n/i18n.ts";
import { boardWords } from "./board-words.ts";
import styles from "./gallery.module.css";

const query = new URLSearchParams(location.search);
const locale: Locale = LOCALES.find((each) => each === query.get("locale")) ?? "vi-VN";
const game = GAMES.find(({ code }) => code === query.get("game"))?.code ?? "FFC";
const activated = activateLocale(locale);
const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Every board of a game with its slip bar: `?game=LHC&option=TM.TMA&locale=en-US#boards`. */
export function BoardsPage() {
  use(activated);
  const tree = useMemo(() => everyBoard(game, boardWords(familyOf(game), locale)), []);
  const store = useMemo(() => {
    const made = createGameStore(game, NOWHERE);
    made.getState().enter(tree.rules);
    const rule = findRule(tree.rules, query.get("option") ?? "");
    if (rule !== undefined) made.setState({ gameMode: modeShowing(rule.mode, rule.option.id) });
    return made;
  }, [tree]);
  const { lines, unit } = useStore(store);
  const figures = slipFigures(game, tree.rules, lines, unit);
  useEffect(() => {
    document.documentElement.style.fontSize = query.get("text") ?? "";
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <WordsProvider>
        <div className={styles.game}>
          <BoardArea tree={tree} store={store} storage={localStorage} />
          <div className={styles.slip}>
            <SlipBar
              store={store}
              tree={tree}
              figures={figures}
              bounds={DEFAULT_LIMITS}
              unanswered={false}
              opening={false}
              onOpen={() => undefined}
            />
          </div>
        </div>
      </WordsProvider>
    </QueryClientProvider>
  );
}
