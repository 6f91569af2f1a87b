import type { RacerKind } from "../../artwork/racer.tsx";
import { findGame, type Family } from "@lotus/games";
import { announce, ChevronRightIcon, IconButton, joinClasses, XIcon } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { GameIcon } from "../../artwork/game-icon.tsx";
import { racerOf } from "../../artwork/racer-of.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { resultKey, seeResults } from "../../session/result-news.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { shortNo } from "../draw/draw-phase.ts";
import { gamesQuery } from "../game-data/queries.ts";
import { LastDraw } from "../lobby-games/last-draw.tsx";
import { resultLayout } from "./outcome.ts";
import { drawOf, outcomeLine } from "./period-result.ts";
import styles from "./result-bar.module.css";
import { putStripAway, type ToldResult, useToldResults } from "./told-results.ts";

/** How long results stay; held while they are touched, pointed at or focused. */
const SHOWN_MS = 6_000;

/**
 * Results of the player's bets above the page, in the same size and weight whether won or lost. A tap leads to the
 * records; what nobody looks at goes by itself, and the badge on the last tab stays.
 */
export function ResultBar() {
  const strip = useToldResults((told) => told.strip);
  return strip.length === 0 ? null : <Shown key={strip.length} results={strip} />;
}

function Shown({ results }: { results: readonly ToldResult[] }) {
  const { t } = useI18n();
  const box = useTopLayer();
  const hold = useTimeOut(SHOWN_MS, putStripAway);
  const lines = useLines(results);
  useAnnounced(`${lines.title} · ${lines.outcome}`);
  const [first] = results;
  const code = results.every(({ gameCode }) => gameCode === first?.gameCode) ? first?.gameCode : undefined;
  const to = href("bettingRecords", { ...(code !== undefined && { code }), from: "result" });
  const see = () => {
    seeResults(results.map(({ gameCode, prizeNo }) => resultKey(gameCode, prizeNo)));
    putStripAway();
  };
  const won = results.some(({ outcome }) => resultLayout(outcome) === "won");
  return (
    <aside
      ref={box}
      aria-label={t("news.results")}
      className={joinClasses(styles.bar, won && styles.won)}
      {...hold}
    >
      <a
        href={to}
        className={styles.open}
        onClick={(event) => {
          event.preventDefault();
          see();
          void navigation.push(to);
        }}
      >
        <GameIcon family={familyOf(first)} racer={racerIn(first)} size={36} {...markOf(lines.minutes)} />
        <span className={styles.words}>
          <span className={styles.title}>{lines.title}</span>
          <b className={styles.outcome}>{lines.outcome}</b>
          <span className={styles.sums}>{lines.sums}</span>
        </span>
        <ChevronRightIcon size={16} aria-hidden />
        {results.length === 1 && first !== undefined && <Numbers result={first} />}
      </a>
      <IconButton label={t("play.close")} icon={<XIcon size={18} />} onClick={see} />
    </aside>
  );
}

function Numbers({ result }: { result: ToldResult }) {
  const draw = drawOf(result.orders);
  if (draw === undefined) return null;
  return (
    <span className={styles.numbers}>
      <LastDraw family={familyOf(result)} last={draw} />
    </span>
  );
}

/** The words of one result, or of several together. */
function useLines(results: readonly ToldResult[]) {
  const words = useI18n();
  const { t, money } = words;
  const games = useQuery({ ...gamesQuery, enabled: false }).data?.list;
  const [first] = results;
  const sum = (of: "stake" | "payout") => money(results.reduce((all, { outcome }) => all + outcome[of], 0n));
  const sums = t("play.result.stakeAndPayout", { stake: sum("stake"), payout: sum("payout") });
  const game = games?.find(({ gameCode }) => gameCode === first?.gameCode);
  if (results.length > 1 || first === undefined)
    return { title: t("news.results"), outcome: t("news.resultCount", { count: results.length }), sums };
  const name = game?.name ?? first.gameCode;
  const line = outcomeLine(first.outcome, words);
  return {
    title: t("play.result.title", { game: name, no: shortNo(first.prizeNo) }),
    outcome: line,
    // Not twice where the outcome is these sums.
    sums: line.startsWith(sums) ? "" : sums,
    minutes: game?.cycleMinutes,
  };
}

/** Above a modal that is open. jsdom has no popovers. */
function useTopLayer() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof element.showPopover !== "function") return;
    element.popover = "manual";
    element.showPopover();
  }, []);
  return box;
}

/** Calls `act` after a time in which nobody points at it; returns what notices that somebody does. */
function useTimeOut(ms: number, act: () => void) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  }, [held, ms, act]);
  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}

function useAnnounced(text: string): void {
  useEffect(() => {
    announce(text);
    return () => announce(undefined);
  }, [text]);
}

function familyOf(result: ToldResult | undefined): Family {
  return findGame(result?.gameCode ?? "")?.family ?? "five-digits";
}

function racerIn(result: ToldResult | undefined): RacerKind {
  return racerOf(result?.gameCode ?? "");
}

function markOf(minutes: number | undefined) {
  return minutes === undefined ? {} : { mark: `${String(minutes)}′` };
}
