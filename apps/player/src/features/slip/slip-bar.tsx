import type { RuleTree } from "@lotus/contract";
import type { BadSelection } from "@lotus/games";
import { type Money, stake } from "@lotus/money";
import {
  Badge,
  Button,
  Figure,
  joinClasses,
  PlusIcon,
  ReceiptIcon,
  TicketIcon,
  VisuallyHidden,
} from "@lotus/ui";
import { type ReactNode, useRef } from "react";
import { useStore } from "zustand";
import { notify, notifySuccess } from "../../shell/notify.ts";
import { useShownFirst } from "../../shell/shown-first.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { assess, type Assessment, readStake } from "./assess.ts";
import { closedWords } from "./closed-words.ts";
import { optionAt } from "./game-mode.ts";
import { draftOf, type GameStore } from "./game-store.ts";
import styles from "./slip-bar.module.css";
import type { SlipBounds, SlipFigures } from "./slip-figures.ts";

interface SlipBarProps {
  store: GameStore;
  tree: RuleTree;
  /** Figures of the slip's lines, shown if nothing is picked on the board. */
  figures: SlipFigures;
  bounds: SlipBounds;
  /** A slip was sent and not answered: the bar leads back to it. */
  unanswered: boolean;
  /** The short number of the next draw, while the sale of the running one is over: what is picked is for it. */
  nextNo?: string | undefined;
  /** The slip was asked for and opens by itself. */
  opening: boolean;
  onOpen: () => void;
  /** Opens the player's slips, while there is nothing on this one; null keeps their button in its place without offering them. */
  onMySlips?: (() => void) | null;
  /** What stands in place of the usual button, which opens the slip. */
  betButton?: (usual: ReactNode) => ReactNode;
}

/** Bar at the lower edge: picks and cost, with buttons to add a line or bet. */
export function SlipBar(props: SlipBarProps) {
  const { store, tree, figures, bounds, unanswered, nextNo, onMySlips } = props;
  // The slip is large: until it is drawn, the button stays pressed.
  const [asked, setAsked] = useShownFirst<true>(props.onOpen);
  const onOpen = () => setAsked(true);
  const isPressed = asked !== null || props.opening;
  const i18n = useI18n();
  const { t } = i18n;
  const { gameBetList: list, gameMode: mode, lines, draftAmount, unit, closed } = useStore(store);
  const option = optionAt(tree.rules, mode);
  const draft = draftOf({ gameRules: tree.rules, gameMode: mode, gameBetList: list });
  const picked: Assessment = draft === null ? { state: "empty" } : assess(tree.gameCode, draft);
  const tooMany = picked.state === "ready" && picked.betCount > bounds.maxBets;
  const ready = picked.state === "ready" && !tooMany;
  const isEmpty = !ready && lines.length === 0 && !unanswered;
  const forNext =
    nextNo === undefined || isEmpty || unanswered ? null : t("play.draw.period", { no: nextNo });
  const swipe = useSwipeUp(onOpen);
  const summary = summaryOf(
    { picked, unit: readStake(draftAmount ?? unit), figures, groups: option?.groups ?? [] },
    i18n,
  );
  const instead = closed === null ? forNext : closedWords(closed, i18n);
  const words =
    tooMany && closed === null
      ? t("play.limit.bets", { count: picked.betCount, max: bounds.maxBets })
      : (instead ?? summary.words);
  const stopped = closed !== null && !unanswered;
  const usual = (
    <Button
      // Quiet while there is nothing on sale.
      variant={nextNo === undefined || unanswered ? "primary" : "tint"}
      disabled={isEmpty || stopped}
      data-open-slip
      data-pressed={isPressed || undefined}
      onClick={onOpen}
    >
      {unanswered ? t("play.slip.check") : t("play.slip.bet")}
    </Button>
  );
  return (
    <section className={styles.bar} aria-label={t("play.slip.title")} {...swipe}>
      <button type="button" className={styles.left} onClick={onOpen} disabled={isEmpty}>
        <VisuallyHidden>{`${t("play.slip.open")}, `}</VisuallyHidden>
        <span className={styles.icon} aria-hidden>
          <ReceiptIcon size={20} aria-hidden />
          {lines.length > 0 && (
            <span className={styles.count}>
              <Badge count={lines.length} tone="brand" />
            </span>
          )}
        </span>
        <span className={styles.total} aria-live={tooMany ? "assertive" : "polite"}>
          <span className={joinClasses(styles.words, tooMany && styles.wrong)}>{words}</span>
          {!tooMany && <Figure size={20}>{summary.total}</Figure>}
        </span>
      </button>
      {onMySlips !== undefined && list.length === 0 && lines.length === 0 && !unanswered ? (
        <MySlipsButton onClick={onMySlips} />
      ) : (
        <AddButton disabled={!ready || closed !== null} onClick={() => addTo(store, bounds.maxLines, t)} />
      )}
      {(stopped ? undefined : props.betButton?.(usual)) ?? usual}
    </section>
  );
}

function addTo(store: GameStore, max: number, t: I18n["t"]): void {
  if (store.getState().lines.length >= max) notify(t("play.slip.full", { max }));
  else {
    store.getState().addLine();
    notifySuccess(t("play.slip.added"));
  }
}

function MySlipsButton({ onClick }: { onClick: (() => void) | null }) {
  const { t } = useI18n();
  return (
    <Button
      variant="tint"
      className={styles.add}
      aria-haspopup="dialog"
      disabled={onClick === null}
      onClick={onClick ?? undefined}
    >
      <span className={styles.addWord}>{t("slips.mine")}</span>
      <TicketIcon className={styles.addIcon} size={20} aria-hidden />
    </Button>
  );
}

function AddButton(props: { disabled: boolean; onClick: () => void }) {
  const { t } = useI18n();
  return (
    <Button variant="tint" className={styles.add} data-add-line {...props}>
      <span className={styles.addWord}>{t("play.slip.add")}</span>
      <PlusIcon className={styles.addIcon} size={20} aria-hidden />
    </Button>
  );
}

interface Summed {
  picked: Assessment;
  /** Stake of one bet of the picks. */
  unit: Money | null;
  figures: SlipFigures;
  groups: readonly { readonly code: string; readonly name: string }[];
}

/** The board's picks, or the slip's lines if there are none: what they are, and what they cost. */
function summaryOf({ picked, unit, figures, groups }: Summed, { t, money }: I18n) {
  const shown =
    picked.state === "ready"
      ? { count: picked.betCount, unit, total: unit === null ? 0n : stake(unit, picked.betCount) }
      : picked.state === "empty"
        ? { count: figures.betCount, unit: figures.oneUnit, total: figures.total }
        : { count: 0, unit: null, total: 0n };
  const words =
    picked.state === "incomplete"
      ? missingWords(picked.reason, groups, t)
      : picked.state === "unknown"
        ? t("play.slip.unknownOption")
        : shown.count === 0
          ? t("play.slip.nothing")
          : shown.unit === null && shown.total > 0n
            ? t("play.bets", { count: shown.count })
            : t("play.slip.count", {
                count: shown.count,
                unit: shown.unit === null ? "–" : money(shown.unit),
              });
  return { words, total: money(shown.total) };
}

/** What a selection still lacks to be a bet. */
export function missingWords(reason: BadSelection, groups: Summed["groups"], t: I18n["t"]): string {
  const name = groups.find((group) => group.code === reason.group)?.name;
  if (reason.reason === "too-few" && reason.min !== undefined) {
    if (name === undefined || groups.length === 1) return t("play.limit.min", { min: reason.min });
    return t("play.limit.minIn", { name, min: reason.min });
  }
  if (reason.reason === "too-many" && reason.max !== undefined) {
    return t("play.limit.max", { name: name ?? "", max: reason.max });
  }
  return t("play.limit.noBet");
}

const SWIPE_PX = 32;

function useSwipeUp(act: () => void) {
  const from = useRef<number | null>(null);
  return {
    onTouchStart: (event: { touches: ArrayLike<{ clientY: number }> }) => {
      from.current = event.touches[0]?.clientY ?? null;
    },
    onTouchEnd: (event: { changedTouches: ArrayLike<{ clientY: number }> }) => {
      const to = event.changedTouches[0]?.clientY;
      if (from.current !== null && to !== undefined && from.current - to > SWIPE_PX) act();
      from.current = null;
    },
  };
}
