import { ApiError, AttemptKey, isOutcomeKnown } from "@lotus/client";
import type { CallBodyInput, CALLS, CallData, RuleTree } from "@lotus/contract";
import { DEFAULT_LIMITS, DEFAULT_TIME_ZONE, lunarYearOf, type Period, picksAnimals } from "@lotus/games";
import { formatMoney, type Money } from "@lotus/money";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { balanceOfReply } from "../../session/user-info.ts";
import { currentQuery, ruleQuery } from "../game-data/queries.ts";
import { sendKept } from "../outcomes/send-kept.ts";
import { playLimitsQuery } from "../protection/play-limits.ts";
import { noteRegisterStop, registerStopOf } from "../protection/register-stop.ts";
import { readStake } from "../slip/assess.ts";
import type { GameStore } from "../slip/game-store.ts";
import {
  oddsChanges,
  slipFigures,
  type SlipFigures,
  slipProblem,
  type SlipProblem,
} from "../slip/slip-figures.ts";
import type { BetPeriod } from "../slip/slip-period.ts";
import { limitOf, lineOf, SHOWN_ON_SLIP, type SlipNotice } from "../slip/use-slip.ts";
import { CHASES_KEY } from "./chase-queries.ts";
import { forgetBets, linesOfChase, sentChase, unansweredChase } from "./sent-chase.ts";
import {
  type ChaseDraft,
  draftOfSent,
  FIRST_DRAFT,
  multipliedFigures,
  multiplesOf,
  periodNamed,
  plannedPeriods,
} from "./chase-plan.ts";

type Body = CallBodyInput<typeof CALLS.chase>;
export type BegunChase = CallData<typeof CALLS.chase>;

/** Refusals that the sheet itself shows. */
const SHOWN = [...SHOWN_ON_SLIP, "TOO_MANY_CHASES"] as const;

export interface ChaseDeps {
  readonly store: GameStore;
  readonly tree: RuleTree;
  /** The period in which the player left the slip. */
  readonly from: BetPeriod;
  readonly now: () => number;
  readonly balance: Money | null;
  readonly onBegun: (begun: BegunChase, draws: number) => void;
}

/** What prevents a chase from being begun. */
export type ChaseProblem = SlipProblem | { readonly kind: "plan" };

export interface Chase {
  readonly draft: ChaseDraft;
  readonly set: (change: Partial<ChaseDraft>) => void;
  /** Types the multiple of one period, by place from 0. It stays the same function. */
  readonly setOwn: (at: number, times: string) => void;
  /** The lines at the multiple 1. */
  readonly figures: SlipFigures;
  readonly lunarYear: number | undefined;
  /** The first planned period of another lunar year, if the slip is on animals: there the chase asks. */
  readonly yearTurn: Period | undefined;
  /** Null while a typed number is none. */
  readonly multiples: readonly number[] | null;
  readonly periods: readonly Period[];
  readonly total: Money;
  readonly stopProfit: Money | undefined;
  readonly stopLoss: Money | undefined;
  readonly seen: BetPeriod;
  /** The first period has closed: nothing is sent until the player moves the plan to the next. */
  readonly closed: boolean;
  readonly next: Period | null;
  readonly problem: ChaseProblem | null;
  readonly notice: SlipNotice | null;
  readonly busy: boolean;
  /** An attempt got no answer: the plan is frozen until it is sent again. */
  readonly unanswered: boolean;
  begin: () => Promise<void>;
  moveToNext: () => void;
}

/** The state of a chase that is being planned: its periods, what prevents it, sending it, and the reply. */
// One object with state and actions, shared by the sheet's parts.
// oxlint-disable-next-line max-lines-per-function
export function useChase(deps: ChaseDeps): Chase {
  const { store, tree, now, balance } = deps;
  const { gameCode } = tree;
  const client = useQueryClient();
  const { locale } = useI18n();
  const { houseTimeZone: zone = DEFAULT_TIME_ZONE, bets: bounds = DEFAULT_LIMITS } = useAppConfig();
  // One that was sent before and never answered comes first: a second one beside it could be one too many.
  const [before] = useState(() => unansweredChase(gameCode));
  const [draft, setDraft] = useState(() => (before === null ? FIRST_DRAFT : draftOfSent(before)));
  const [seen, setSeen] = useState(
    () => (before === null ? null : periodNamed(gameCode, zone, before.prize_no)) ?? deps.from,
  );
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<SlipNotice | null>(null);
  // What was sent without an answer is sent again as it was, whatever has been typed since.
  const [sent, setSent] = useState<Body | null>(before);
  const [attempt] = useState(() => new AttemptKey());
  const slipLines = useStore(store, (state) => state.lines);
  const lines = useMemo(() => (sent === null ? slipLines : linesOfChase(sent)), [sent, slipLines]);
  const unit = useStore(store, (state) => state.unit);
  const lunarYear = tree.family === "mark-six" ? lunarYearOf(seen.drawAt, zone) : undefined;
  const figures = useMemo(
    () => slipFigures(gameCode, tree.rules, lines, unit, lunarYear),
    [gameCode, tree, lines, unit, lunarYear],
  );
  const current = useQuery({ ...currentQuery(gameCode), enabled: false }).data;
  const closed = useClosed(seen.closeAt, now);
  useOddsNotice(tree, figures, (next) => setNotice(next));

  const multiples = useMemo(() => multiplesOf(draft), [draft]);
  const count = multiples?.length ?? 0;
  const periods = useMemo(() => plannedPeriods(gameCode, zone, seen, count), [gameCode, zone, seen, count]);
  const yearTurn =
    lunarYear !== undefined && lines.some(({ groups }) => picksAnimals(groups))
      ? periods.find(({ drawAt }) => lunarYearOf(drawAt, zone) !== lunarYear)
      : undefined;
  const setOwn = useCallback((at: number, typed: string) => {
    setNotice(null);
    setDraft((before) => ({ ...before, own: new Map(before.own).set(at, typed) }));
  }, []);
  const sum = multiples?.reduce((all, multiple) => all + multiple, 0) ?? 0;
  const total = figures.total * BigInt(sum);
  const [stopProfit, stopLoss] = [draft.stopProfit, draft.stopLoss].map(
    (text) => readStake(text) ?? undefined,
  );
  const problem = problemOf({ draft, figures, multiples, total, balance, bounds });

  const body = (): Body => ({
    prize_no: seen.prizeNo,
    version: tree.version,
    bets: figures.lines.map(({ line, unit: stake }) => ({
      option_id: line.optionId,
      amount: formatMoney(stake ?? 0n),
      groups: line.groups.map(({ code, items }) => ({ code, items: [...items] })),
    })),
    multiples: [...(multiples ?? [])],
    stop_on_win: draft.stopOnWin,
    ...(stopProfit !== undefined && { stop_profit: formatMoney(stopProfit) }),
    ...(stopLoss !== undefined && { stop_loss: formatMoney(stopLoss) }),
  });

  const afterRefusal = async (failure: ApiError): Promise<void> => {
    const { codeName: code, msg: text } = failure;
    noteRegisterStop(failure);
    if (registerStopOf(failure) !== null) return;
    if (code === "PERIOD_CLOSED") setSeen({ ...seen, closeAt: Math.min(seen.closeAt, now()) });
    else if (code === "ODDS_CHANGED") {
      // What has changed is listed once the newer rules are there.
      setNotice({ kind: "odds", changes: [] });
      await client.fetchQuery({ ...ruleQuery(gameCode, locale), staleTime: 0 });
    } else if (code === "NOT_ENOUGH_BALANCE") setNotice({ kind: "balance" });
    else if (code === "OWN_LIMIT_REACHED")
      setNotice({ kind: "ownLimit", text, limit: limitOf(failure.data) });
    else {
      if (code === "PAUSE_RUNNING") void client.invalidateQueries({ queryKey: playLimitsQuery.queryKey });
      const key = lineOf(failure.data, lines);
      setNotice(key === undefined ? { kind: "refused", text } : { kind: "line", key, text });
    }
  };

  const begin = async (): Promise<void> => {
    if (busy || (sent === null && (closed || problem !== null))) return;
    if (sent !== null && sent === before && unansweredChase(gameCode) === null) {
      // Its outcome has been told meanwhile: what is planned now is another one.
      setSent(null);
      return;
    }
    setBusy(true);
    setNotice(null);
    const request = sent ?? body();
    const showBalance = balanceOfReply();
    try {
      const of = sentChase(gameCode, request);
      const options = { of, attempt, shownInPlace: SHOWN };
      const begun = await sendKept("chase", { params: { gameCode }, body: request }, options);
      showBalance(begun.balance);
      forgetBets(store, request);
      void client.invalidateQueries({ queryKey: CHASES_KEY });
      deps.onBegun(begun, request.multiples.length);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isKnown = isOutcomeKnown(error);
      setSent(isKnown ? null : request);
      if (isKnown) await afterRefusal(error);
    } finally {
      setBusy(false);
    }
  };

  const next = nextAfter(gameCode, zone, seen, current);
  return {
    draft,
    set: (change) => {
      setNotice(null);
      setDraft((before) => ({ ...before, ...change }));
    },
    setOwn,
    figures,
    lunarYear,
    yearTurn,
    multiples,
    periods,
    total,
    stopProfit,
    stopLoss,
    seen,
    closed,
    next,
    problem,
    notice,
    busy,
    unanswered: sent !== null && !busy,
    begin,
    moveToNext: () => {
      setNotice(null);
      if (next !== null) setSeen({ ...next, prizeNo: next.periodNo });
    },
  };
}

interface ProblemInput extends Pick<Chase, "draft" | "figures" | "multiples" | "total"> {
  readonly balance: Money | null;
  readonly bounds: Parameters<typeof slipProblem>[2];
}

/** The first of what prevents a chase: its plan, its lines at the highest multiple, the balance. */
function problemOf({ draft, figures, multiples, total, balance, bounds }: ProblemInput): ChaseProblem | null {
  const typed = [draft.stopProfit, draft.stopLoss];
  if (multiples === null || typed.some((text) => text !== "" && readStake(text) === null))
    return { kind: "plan" };
  const most = multipliedFigures(figures, Math.max(...multiples));
  const problem = slipProblem(most, null, bounds);
  if (problem !== null) return problem;
  return balance !== null && total > balance ? { kind: "balance", missing: total - balance } : null;
}

/** The period after the one that was seen, or the one on sale if that is later still. */
function nextAfter(
  gameCode: string,
  zone: string,
  seen: BetPeriod,
  current: BetPeriod | undefined,
): Period | null {
  if (current !== undefined && current.drawAt > seen.drawAt) return { ...current, periodNo: current.prizeNo };
  return plannedPeriods(gameCode, zone, seen, 2)[1] ?? null;
}

/** Whether a sale is over: rendered anew when it is, and not each second before. */
function useClosed(closeAt: number, now: () => number): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(closeAt), Math.max(0, closeAt - now()));
    return () => clearTimeout(timer);
  }, [closeAt, now]);
  return over === closeAt || now() >= closeAt;
}

/** Newer rules never replace the odds that the player saw without a word. */
function useOddsNotice(tree: RuleTree, figures: SlipFigures, onNotice: (notice: SlipNotice) => void): void {
  const [shown, setShown] = useState({ tree, figures });
  if (shown.tree === tree) return;
  setShown({ tree, figures });
  const changes = oddsChanges(shown.figures, figures);
  if (changes.length > 0) onNotice({ kind: "odds", changes });
}
