import type { RuleTree, Trend, TrackTrend } from "@lotus/contract";
import { betOnTrack, findGame } from "@lotus/games";
import { Button } from "@lotus/ui";
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BoardGroup } from "../board/board-group.tsx";
import { OmissionsContext } from "../board/omissions.ts";
import { useRuleTree } from "../game-data/use-rule-tree.ts";
import { pickedIn } from "../slip/bet-list.ts";
import { betName, findRule } from "../slip/game-mode.ts";
import { gameStore } from "../slip/game-store.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { boardView } from "./board-view.ts";
import styles from "./omission.module.css";
import { omissionOf, type OmissionOfValue } from "./omission-of.ts";
import { omissionSentence } from "./omission-words.ts";

export interface PickPanelProps {
  track: TrackTrend;
  trend: Trend;
}

/**
 * The values of a track as the part of a board on which each is a bet: a tap puts it there, and says what its omission
 * means. Nothing is shown for values on which there is no such bet.
 */
export function PickPanel({ track, trend }: PickPanelProps) {
  const { tree } = useRuleTree(trend.gameCode);
  const game = findGame(trend.gameCode);
  const bet = useMemo(() => (game === undefined ? null : betOnTrack(game.code, track)), [game, track]);
  if (tree === undefined || bet === null) return null;
  return <Panel {...{ tree, track, trend }} optionId={bet.option.code} groupCode={bet.group.code} />;
}

interface PanelProps extends PickPanelProps {
  tree: RuleTree;
  optionId: string;
  groupCode: string;
}

function Panel({ tree, track, trend, optionId, groupCode }: PanelProps) {
  const { t } = useI18n();
  const { gameCode } = tree;
  const real = gameStore(gameCode);
  useEffect(() => real.getState().enter(tree.rules), [real, tree]);
  const store = useMemo(() => boardView(real, optionId), [real, optionId]);
  const picked = useStore(store, (state) => pickedIn(state.gameBetList, groupCode));
  const omissions = useMemo(() => {
    const of = track.values.flatMap((value): (readonly [string, OmissionOfValue])[] => {
      const omission = omissionOf(trend, track, value);
      return omission === undefined ? [] : [[value, omission]];
    });
    return new Map(of);
  }, [trend, track]);
  const shown = useMemo(
    () => (code: string) => (code === groupCode ? omissions : undefined),
    [omissions, groupCode],
  );
  const rule = findRule(tree.rules, optionId);
  const group = rule?.option.groups.find(({ code }) => code === groupCode);
  if (rule === undefined || group === undefined) return null;
  const last = picked.at(-1);
  return (
    <section className={styles.panel} aria-label={t("omission.panel")}>
      <header className={styles.panelHead}>
        <h2>{t("omission.panel")}</h2>
        <p>{t("omission.panelWords", { name: betName(rule.mode, rule.option) })}</p>
      </header>
      <OmissionsContext value={shown}>
        <BoardGroup option={rule.option} group={group} store={store} />
      </OmissionsContext>
      <output className={styles.said}>
        {last !== undefined && (
          <Said
            name={group.items.find(({ id }) => id === last.id)?.name ?? last.id}
            omission={omissions.get(last.id)}
          />
        )}
      </output>
      <div className={styles.act}>
        <Button
          block
          variant="tint"
          disabled={picked.length === 0}
          onClick={() => void navigation.push(href("game", { code: gameCode }))}
        >
          {t("omission.toBoard", { count: picked.length })}
        </Button>
      </div>
    </section>
  );
}

function Said({ name, omission }: { name: string; omission: OmissionOfValue | undefined }) {
  const words = useI18n();
  return omission === undefined ? null : omissionSentence(name, omission, words);
}
