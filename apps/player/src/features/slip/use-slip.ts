import { newIdempotencyKey } from "@lotus/client";
import type { CurrentPeriod, RuleTree } from "@lotus/contract";
import { findGame, nextPeriod } from "@lotus/games";
import type { Money } from "@lotus/money";
import { useSecondsLeft } from "@lotus/ui";
import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { nextPaint } from "../../shell/next-paint.ts";
import { noteRegisterStop, registerStopOf, SHOWN_AS_STOP } from "../protection/register-stop.ts";
import { assess } from "./assess.ts";
import { type ClosedGame, DRAFT, draftOf, type GameStore, stakedDraft } from "./game-store.ts";
import type { Attempt, SlipLine } from "./slip-line.ts";
import { useDockedSlip } from "./use-docked-slip.ts";
import { arrive, moveTo, type BetPeriod, type SlipPeriod, type SlipPhase, slipPhase } from "./slip-period.ts";
import { type PlacedSlip, placeSlip, type Placing, type SendOrder, type SettleOrder } from "./place-slip.ts";
import {
  oddsChanges,
  type OddsChange,
  type SlipBounds,
  slipFigures,
  type SlipFigures,
  slipProblem,
} from "./slip-figures.ts";
import { isStakedByLine, slipExtremes, slipRange, type SlipRange } from "./slip-range.ts";
import { slipYear, yearChanges } from "./slip-year.ts";

/** Notice on the slip after a refusal; nothing was taken. */
export type SlipNotice =
  | { readonly kind: "odds"; readonly changes: readonly OddsChange[] }
  | { readonly kind: "line"; readonly key: string; readonly text: string }
  | { readonly kind: "balance" }
  /** A limit that the player has set. */
  | { readonly kind: "ownLimit"; readonly text: string; readonly limit: "loss" | "stake" | undefined }
  | { readonly kind: "refused"; readonly text: string }
  /** It reached the server after the period had closed. */
  | { readonly kind: "late" }
  /** What the slip was filled with from elsewhere is not quite what it was. */
  | { readonly kind: "offer"; readonly left: readonly string[]; readonly changes: readonly OddsChange[] };

export interface SlipDeps {
  readonly store: GameStore;
  readonly tree: RuleTree;
  readonly current: CurrentPeriod | undefined;
  /** The server's clock. */
  readonly now: () => number;
  readonly balance: Money | null;
  /** The server's limits of a slip. */
  readonly bounds: SlipBounds;
  readonly send: SendOrder;
  readonly settle: SettleOrder;
  readonly refreshRules: () => Promise<RuleTree>;
  readonly refreshCurrent: () => void;
  /** `atOnce`: it was placed without having been opened. */
  readonly onPlaced: (slip: PlacedSlip, attempt: Attempt, atOnce: PlacedAtOnce | null) => void;
  /** The slip stands beside the board: it is open whenever there is something to bet. */
  readonly docked?: boolean;
}

/** A slip that was placed without having been opened: what was sent, and the period. */
export interface PlacedAtOnce {
  readonly seen: BetPeriod;
  readonly attempt: Attempt;
}

/** The next period by number and opening; null until it is known. */
export interface NextPeriod {
  readonly prizeNo: string;
  readonly openAt: number;
  readonly drawAt: number;
}

export interface Slip {
  /** Figures of the open slip; while it is closed, of its lines. */
  readonly figures: SlipFigures;
  /** Range of an open slip's total payout when it wins. */
  readonly range: SlipRange;
  readonly problem: ReturnType<typeof slipProblem>;
  readonly bounds: SlipBounds;
  readonly isOpen: boolean;
  /** It was asked for and opens as soon as the current period is known. */
  readonly opening: boolean;
  readonly docked: boolean;
  readonly seen: BetPeriod | null;
  readonly phase: SlipPhase;
  readonly next: NextPeriod | null;
  readonly busy: boolean;
  /** An attempt got no answer: the slip is frozen until it is sent again. */
  readonly unanswered: boolean;
  readonly notice: SlipNotice | null;
  /** The game takes no bets now. */
  readonly closed: ClosedGame | null;
  open: () => void;
  /** Opens with something to be read first. */
  openWith: (notice: SlipNotice) => void;
  close: () => void;
  place: () => Promise<void>;
  /**
   * Places what is on a closed slip for a period on sale, and opens it only if there is something to be read. Whoever calls
   * it has checked what is sent.
   */
  placeAtOnce: (seen: BetPeriod, unit: Money) => Promise<void>;
  moveToNext: () => void;
}

/**
 * The slip's lines, preceded by the board's picks if the slip is open and they are a bet. A sent slip shows what was
 * sent. While it is closed a pick changes nothing here, so that the page does not re-render.
 */
function useSlipLines(store: GameStore, isOpen: boolean): readonly SlipLine[] {
  const slipLines = useStore(store, ({ attempt, lines }) => attempt?.lines ?? lines);
  const picked = useStore(store, (state) => (isOpen && state.attempt === null ? state.gameBetList : null));
  const draftAmount = useStore(store, (state) =>
    isOpen && state.attempt === null ? state.draftAmount : null,
  );
  return useMemo(() => {
    const state = store.getState();
    const draft = picked === null ? null : draftOf(state);
    const ready = draft !== null && assess(state.gameCode, draft).state === "ready";
    return ready ? [{ ...stakedDraft(draft, { draftAmount }), key: DRAFT }, ...slipLines] : slipLines;
  }, [store, slipLines, picked, draftAmount]);
}

/** State and actions of an open slip: its period, what prevents sending, sending, and the reply. */
// One object with state and actions, shared by the slip's components.
// oxlint-disable-next-line max-lines-per-function
export function useSlip(deps: SlipDeps): Slip {
  const { store, tree, current, now, balance } = deps;
  const [slipPeriod, setSlipPeriod] = useSlipPeriod(current, now);
  const lines = useSlipLines(store, slipPeriod !== null);
  const unit = useStore(store, (state) => state.attempt?.amount ?? state.unit);
  const attempt = useStore(store, (state) => state.attempt);
  const closed = useStore(store, (state) => state.closed);
  const year = slipYear(tree.gameCode, { attempt, seen: slipPeriod?.seen ?? null, current });
  const figures = useMemo(
    () => slipFigures(tree.gameCode, tree.rules, lines, unit, year),
    [tree, lines, unit, year],
  );
  const isOpen = slipPeriod !== null;
  // The search for draws runs once per set of lines; typing their one stake only computes their payouts.
  const typed = isStakedByLine(lines) ? unit : null;
  const extremes = useMemo(
    () => (isOpen ? slipExtremes(tree.gameCode, tree.rules, lines, { lunarYear: year, typed }) : null),
    [isOpen, tree, lines, year, typed],
  );
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<SlipNotice | null>(null);
  useOddsNotice({ tree, year, lines, unit }, (changes) => {
    if (slipPeriod !== null && changes.length > 0) setNotice({ kind: "odds", changes });
  });
  const phase = slipPeriod === null ? "open" : slipPhase(slipPeriod, now());
  const problem = slipProblem(figures, balance, deps.bounds);
  const next = slipPeriod === null ? null : nextOf(tree.gameCode, slipPeriod.seen, current);
  /** A period, or the next one if its sale is over. */
  const forSale = (asked: SlipPeriod): SlipPeriod => {
    if (slipPhase(asked, now()) !== "closed") return asked;
    const following = nextOf(tree.gameCode, asked.seen, current);
    return following === null ? asked : moveTo(asked, following.prizeNo, current ?? null, now());
  };

  // Between the tap and the frame that shows it nothing has told the button yet.
  const isSending = useRef(false);
  const send = async (sentFor: SlipPeriod, unitOfBets: Money) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setNotice(null);
    const read = store.getState();
    // That it is being sent is shown first: keeping what is sent clears the board, which takes a slow phone longer.
    await nextPaint();
    const order = {
      prizeNo: sentFor.seen.prizeNo,
      version: tree.version,
      unit: unitOfBets,
      newKey: newIdempotencyKey,
      now: now(),
      settle: deps.settle,
    };
    try {
      // Nothing is bet that the button did not say, such as a cell tapped meanwhile on the board beside the slip.
      if (store.getState() !== read) return;
      const placing = await placeSlip(store, deps.send, order);
      if (placing.kind === "placed") {
        setSlipPeriod(null);
        const atOnce = isOpen ? null : { seen: sentFor.seen, attempt: placing.attempt };
        deps.onPlaced(placing.slip, placing.attempt, atOnce);
        return;
      }
      if (placing.kind === "ignored") return;
      setSlipPeriod(sentFor);
      if (placing.kind === "refused")
        await afterRefusal(placing, { ...deps, year, slipPeriod: sentFor, setSlipPeriod, setNotice });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  const place = async () => {
    if (slipPeriod === null || busy) return;
    if (attempt === null && (closed !== null || phase !== "open" || problem !== null)) return;
    await send(slipPeriod, figures.unit ?? 0n);
  };
  const placeAtOnce = async (seen: BetPeriod, unitOfBets: Money) => {
    if (!isOpen && !busy && attempt === null && closed === null) await send({ seen }, unitOfBets);
  };

  const docked = useDockedSlip(deps, { isOpen, busy }, (seen) => {
    setSlipPeriod(seen === null ? null : forSale({ seen }));
    setNotice(null);
  });
  // Beside the board nobody opens it anew for the next period.
  if (docked && slipPeriod !== null && phase === "closed" && !busy && attempt === null) {
    const moved = forSale(slipPeriod);
    if (slipPhase(moved, now()) !== "closed") setSlipPeriod(moved);
  }
  if (notice?.kind === "late" && phase === "open" && !busy) setNotice(null);

  const [opening, openWith] = useOpening(current, (seen, first) => {
    setSlipPeriod(forSale({ seen }));
    setNotice(first);
  });
  return {
    figures,
    range: slipRange(figures, extremes, deps.bounds),
    problem,
    bounds: deps.bounds,
    isOpen,
    opening,
    docked,
    seen: slipPeriod?.seen ?? null,
    phase,
    next,
    busy,
    unanswered: attempt !== null && !busy,
    notice,
    closed,
    open: () => openWith(null),
    openWith,
    close: () => {
      if (!busy) setSlipPeriod(null);
    },
    place,
    placeAtOnce,
    moveToNext: () => {
      setNotice(null);
      if (slipPeriod !== null && next !== null)
        setSlipPeriod(moveTo(slipPeriod, next.prizeNo, current ?? null, now()));
    },
  };
}

interface OddsNoticeInput {
  readonly tree: RuleTree;
  readonly year: number | undefined;
  readonly lines: readonly SlipLine[];
  readonly unit: string;
}

/**
 * Newer rules may arrive without a refusal, as when the window gets focus, and the next period may be the first of a
 * new lunar year. Their odds are shown like those of a refusal: an open slip never takes them over silently.
 */
function useOddsNotice(by: OddsNoticeInput, onChanges: (changes: readonly OddsChange[]) => void): void {
  const { tree, year, lines, unit } = by;
  const [shown, setShown] = useState({ tree, year });
  if (shown.tree === tree && shown.year === year) return;
  setShown({ tree, year });
  const figuresOf = ({ gameCode, rules }: RuleTree) => slipFigures(gameCode, rules, lines, unit, year);
  const figures = figuresOf(tree);
  onChanges([
    ...(shown.tree.version === tree.version ? [] : oddsChanges(figuresOf(shown.tree), figures)),
    ...(shown.year === undefined || year === undefined || shown.year === year
      ? []
      : yearChanges(tree.gameCode, figures.lines, shown.year, year)),
  ]);
}

/** The period of an open slip. It moves only to the one that was chosen, as soon as that is on sale. */
function useSlipPeriod(current: CurrentPeriod | undefined, now: () => number) {
  const [slipPeriod, setSlipPeriod] = useState<SlipPeriod | null>(null);
  // Re-renders every second, so that the phase is read again.
  useSecondsLeft(slipPeriod === null ? null : slipPeriod.seen.drawAt + AFTER_DRAW_MS, now);
  const arrived = slipPeriod === null ? null : arrive(slipPeriod, current ?? null, now());
  if (arrived !== slipPeriod) setSlipPeriod(arrived);
  return [arrived, setSlipPeriod] as const;
}

/** A slip that is asked for before the current period is known opens once it is: the tap is not lost. */
function useOpening(
  current: CurrentPeriod | undefined,
  open: (seen: CurrentPeriod, first: SlipNotice | null) => void,
) {
  const [awaited, setAwaited] = useState<{ readonly first: SlipNotice | null } | null>(null);
  if (awaited !== null && current !== undefined) {
    setAwaited(null);
    open(current, awaited.first);
  }
  const openWith = (first: SlipNotice | null) => {
    if (current === undefined) setAwaited({ first });
    else open(current, first);
  };
  return [awaited !== null, openWith] as const;
}

/** Long enough for the next period to be loaded after a draw. */
const AFTER_DRAW_MS = 60_000;

/** The period after one: as the server tells, or else as the game's schedule has it; null for an unknown game. */
export function nextOf(
  gameCode: string,
  seen: BetPeriod,
  current: CurrentPeriod | undefined,
): NextPeriod | null {
  if (current !== undefined && current.drawAt > seen.drawAt) return current;
  const game = findGame(gameCode);
  if (game === undefined) return null;
  const next = nextPeriod(game, { ...seen, periodNo: seen.prizeNo });
  return { prizeNo: next.periodNo, openAt: next.openAt, drawAt: next.drawAt };
}

interface RefusalContext extends SlipDeps {
  readonly year: number | undefined;
  readonly slipPeriod: SlipPeriod;
  readonly setSlipPeriod: (slipPeriod: SlipPeriod | null) => void;
  readonly setNotice: (notice: SlipNotice) => void;
}

type Refused = Extract<Placing, { kind: "refused" }>;

/** Each refusal has its own next step: another period, new odds to confirm, a line to correct, a recharge. */
async function afterRefusal({ failure, attempt }: Refused, context: RefusalContext): Promise<void> {
  const { store, slipPeriod, now, setNotice, setSlipPeriod } = context;
  const code = failure.codeName;
  if (registerStopOf(failure) !== null) {
    setSlipPeriod(null);
    noteRegisterStop(failure);
  } else if (code === "PERIOD_CLOSED" || code === "PERIOD_NOT_OPEN" || code === "PERIOD_UNKNOWN") {
    context.refreshCurrent();
    // The server's answer counts, whatever the local clock says. A late answer may concern an older period.
    if (attempt.prizeNo !== slipPeriod.seen.prizeNo) setNotice({ kind: "refused", text: failure.msg });
    else {
      setNotice({ kind: "late" });
      setSlipPeriod({ seen: { ...slipPeriod.seen, closeAt: Math.min(slipPeriod.seen.closeAt, now()) } });
    }
  } else if (code === "ODDS_CHANGED") {
    const tree = await context.refreshRules();
    const { lines, unit } = store.getState();
    const before = slipFigures(tree.gameCode, context.tree.rules, lines, unit, context.year);
    const after = slipFigures(tree.gameCode, tree.rules, lines, unit, context.year);
    setNotice({ kind: "odds", changes: oddsChanges(before, after) });
  } else if (code === "NOT_ENOUGH_BALANCE") {
    setNotice({ kind: "balance" });
  } else if (code === "OWN_LIMIT_REACHED") {
    setNotice({ kind: "ownLimit", text: failure.msg, limit: limitOf(failure.data) });
  } else {
    const key = lineOf(failure.data, store.getState().lines);
    const text = failure.msg;
    setNotice(key === undefined ? { kind: "refused", text } : { kind: "line", key, text });
  }
}

/** Which limit of the player a refusal names. */
export function limitOf(data: unknown): "loss" | "stake" | undefined {
  const kind: unknown = typeof data === "object" && data !== null && "kind" in data ? data.kind : undefined;
  return kind === "loss" || kind === "stake" ? kind : undefined;
}

/** The line that a refusal names, counted from one. */
export function lineOf(data: unknown, lines: readonly SlipLine[]): string | undefined {
  const line: unknown = typeof data === "object" && data !== null && "line" in data ? data.line : undefined;
  return typeof line === "number" ? lines[line - 1]?.key : undefined;
}

/** Refusals that the slip itself shows. */
export const SHOWN_ON_SLIP = [
  "PERIOD_CLOSED",
  "PERIOD_NOT_OPEN",
  "PERIOD_UNKNOWN",
  "ODDS_CHANGED",
  "NOT_ENOUGH_BALANCE",
  "BAD_SELECTION",
  "OPTION_OFF",
  "STAKE_BELOW_MIN",
  "STAKE_ABOVE_MAX",
  "TOO_MANY_BETS",
  "TOO_MANY_LINES",
  "PAYOUT_OVER_CAP",
  "SELECTION_CAP_REACHED",
  "PERIOD_CAP_REACHED",
  "HOUSE_CAP_REACHED",
  "GAME_CLOSED",
  "OWN_LIMIT_REACHED",
  "PLAYER_EXCLUDED",
  "PAUSE_RUNNING",
  "MONEY_STOPPED",
  ...SHOWN_AS_STOP,
  "REQUEST_GIVEN_UP",
] as const;
