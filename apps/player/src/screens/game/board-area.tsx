import type { RuleOption, RuleTree } from "@lotus/contract";
import { Chip, OptionPills, ShuffleIcon, StateScreen, Tabs } from "@lotus/ui";
import { memo, useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { Board } from "../../features/board/board.tsx";
import { LateTyped } from "../../features/typed/late-typed.tsx";
import type { DraftStorage } from "../../features/typed/typed-drafts.ts";
import { NO_OMISSIONS, OmissionsContext, type OmissionsOf } from "../../features/board/omissions.ts";
import { cryptoBelow, randomPicks } from "../../features/board/random-picks.ts";
import { giveCue } from "../../components/cue.ts";
import { LateBoardOmissions } from "../../features/omission/late-board-omissions.tsx";
import { modeAt, optionAt } from "../../features/slip/game-mode.ts";
import { type GameState, type GameStore, MAX_LINES } from "../../features/slip/game-store.ts";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { notify, notifySuccess } from "../../shell/notify.ts";
import { useShownFirst } from "../../shell/shown-first.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { FindBet } from "./find-bet/find-bet.tsx";
import styles from "./game.module.css";
import { RuleLine } from "./rule-line.tsx";

const PANEL = "board-panel";

interface BoardAreaProps {
  tree: RuleTree;
  store: GameStore;
  /** Where lists are kept that are typed and not on the slip yet; always the same object. */
  storage: DraftStorage;
  /** The sale of the running draw is over: what is picked is for the next one. */
  isBetween?: boolean;
}

/**
 * Modes, their options where there is more than one, the rule in a line, and the board. Memoized, since the page around
 * it renders at each pick: a tap renders one group only.
 */
export const BoardArea = memo(function BoardArea({
  tree,
  store,
  storage,
  isBetween = false,
}: BoardAreaProps) {
  const { t } = useI18n();
  const [omissions, setOmissions] = useState<OmissionsOf>(() => NO_OMISSIONS);
  const showOmissions = useCallback((figures: OmissionsOf) => setOmissions(() => figures), []);
  const place = useStore(store, (state) => state.gameMode);
  const closed = useStore(store, (state) => state.closed !== null);
  const mode = modeAt(tree.rules, place);
  const option = optionAt(tree.rules, place);
  // A board is large: the mode that was chosen is shown before it. Nothing can be picked on the one before any more.
  const [nextMode, chooseMode] = useShownFirst((id: string) => store.getState().chooseMode(id));
  usePickCue(store);
  if (mode === undefined || option === undefined) {
    return <StateScreen picture={<LotusPond state="bud" />} title={t("play.game.noRules")} />;
  }
  return (
    <>
      <div className={styles.modes}>
        <Tabs
          label={t("play.game.modes")}
          panelId={PANEL}
          items={tree.rules.map(({ id, name }) => ({ key: id, label: name }))}
          value={nextMode ?? mode.id}
          onChange={chooseMode}
        />
        <FindBet tree={tree} store={store} />
      </div>
      <div
        id={PANEL}
        role="tabpanel"
        aria-label={mode.name}
        className={styles.panel}
        inert={nextMode !== null || closed}
        data-closed={closed || undefined}
        data-between={isBetween || undefined}
      >
        {mode.childrens.length > 1 && (
          <OptionPills
            label={t("play.game.options")}
            items={mode.childrens.map(({ id, name }) => ({ key: id, label: name }))}
            value={option.id}
            onChange={(id) => store.getState().chooseOption(id)}
          />
        )}
        <RuleLine gameCode={tree.gameCode} option={option} />
        <OmissionsContext value={omissions}>
          <Board key={option.id} option={option} store={store} mode={mode.name} />
        </OmissionsContext>
        {option.groups.some((group) => group.items.length > 1) && (
          <>
            <RandomPicks gameCode={tree.gameCode} option={option} store={store} />
            <LateTyped gameCode={tree.gameCode} option={option} store={store} storage={storage} />
          </>
        )}
        <LateBoardOmissions
          key={option.id}
          gameCode={tree.gameCode}
          option={option}
          onFigures={showOmissions}
        />
      </div>
    </>
  );
});

function usePickCue(store: GameStore): void {
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (wasPicked(now, before)) giveCue("tap");
      }),
    [store],
  );
}

/**
 * Whether the board changed because the player picked something, not because a bet was placed or saved or another
 * option was opened.
 */
function wasPicked(now: GameState, before: GameState): boolean {
  return (
    now.gameBetList !== before.gameBetList &&
    now.gameMode === before.gameMode &&
    now.lines === before.lines &&
    now.attempt === before.attempt &&
    now.gameRules === before.gameRules
  );
}

const COUNTS = [1, 5, 10] as const;

function RandomPicks({
  gameCode,
  option,
  store,
}: {
  gameCode: string;
  option: RuleOption;
  store: GameStore;
}) {
  const { t } = useI18n();
  const pick = (count: number) => {
    const before = store.getState().lines;
    const lines = randomPicks(gameCode, option, count, before, cryptoBelow);
    if (before.length + lines.length > MAX_LINES) {
      notify(t("play.slip.full", { max: MAX_LINES }));
      return;
    }
    store.getState().addLines(lines);
    if (lines.length > 0) notifySuccess(t("play.random.added", { count: lines.length }));
  };
  return (
    <div className={styles.random}>
      <span className={styles.randomTitle}>
        <ShuffleIcon size={16} aria-hidden />
        {t("play.random.title")}
      </span>
      {COUNTS.map((count) => (
        <Chip key={count} aria-label={t("play.random.label", { count })} onClick={() => pick(count)}>
          {`× ${String(count)}`}
        </Chip>
      ))}
    </div>
  );
}
