import { newIdempotencyKey } from "@lotus/client";
import { DEFAULT_LIMITS, type Spot, type TypedReading } from "@lotus/games";
import { type Money, stake } from "@lotus/money";
import { Button, CircleAlertIcon, Sheet, Strip } from "@lotus/ui";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { idle } from "../../components/idle.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { useSession } from "../../session/session.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { readStake } from "../slip/assess.ts";
import { MAX_LINES } from "../slip/game-store.ts";
import type { TypedSheetProps } from "./late-typed.tsx";
import { LeftOutList } from "./left-out-list.tsx";
import { typedDrafts } from "./typed-drafts.ts";
import { TypedField } from "./typed-field.tsx";
import { fittingPart, readList, type TypedBoard, typedBoard, type TypedList } from "./typed-list.ts";
import styles from "./typed-sheet.module.css";
import { warmUp } from "./warm-up.ts";

/** Of lists that are read for practice. */
const ROOMY = { maxLines: MAX_LINES, maxBets: DEFAULT_LIMITS.maxBets };

/**
 * The sheet in which numbers of a board are typed or pasted as a list. It says while one types what was read, what came
 * twice and what was left out, and puts the list on the slip as lines.
 */
export function TypedSheet(props: TypedSheetProps) {
  const { gameCode, option } = props;
  const board = useMemo(() => typedBoard(gameCode, option), [gameCode, option]);
  return board === undefined ? null : <BoardSheet {...props} board={board} />;
}

function BoardSheet({
  open,
  onClose,
  gameCode,
  option,
  store,
  storage,
  board,
}: TypedSheetProps & { board: TypedBoard }) {
  const { t } = useI18n();
  const { text, setText, list, isRead, bounds } = useTypedText({ gameCode, option, store, storage, board });
  const unit = useStore(store, (state) => readStake(state.unit));
  const field = useRef<HTMLTextAreaElement>(null);
  const reading = list?.reading.ok === true ? list.reading : undefined;

  const put = () => {
    const lines = list?.lines;
    if (lines?.lines === undefined) return;
    addLines(lines.lines);
    notifySuccess(t("typed.added", { count: lines.betCount }));
    setText("");
    onClose();
  };
  const putPart = () => {
    const part = reading === undefined ? undefined : fittingPart(board, text, reading, bounds);
    if (part?.lines.lines === undefined) return;
    addLines(part.lines.lines);
    notifySuccess(t("typed.partAdded", { count: part.lines.betCount, left: part.restCount }));
    setText(part.rest);
  };
  const addLines = (lines: NonNullable<TypedList["lines"]["lines"]>) => {
    const listId = newIdempotencyKey();
    store.getState().addLines(lines.map((groups) => ({ optionId: option.id, groups, list: listId })));
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("typed.title", { name: option.name })}
      closeLabel={t("play.close")}
      footer={<Total list={list} unit={unit} isRead={isRead} room={bounds.maxLines} onPut={put} />}
    >
      <TypedField
        board={board}
        text={text}
        reading={isRead ? reading : undefined}
        field={field}
        onText={setText}
      />
      <Read reading={reading} />
      {list !== undefined && (
        <Obstacle list={list} room={bounds.maxLines} onPart={isRead ? putPart : undefined} />
      )}
      {reading !== undefined && reading.leftOutCount > 0 && (
        <LeftOutList
          text={text}
          reading={reading}
          onShow={(spot) => {
            if (field.current !== null) showSpot(field.current, spot);
          }}
        />
      )}
    </Sheet>
  );
}

/** The typed text, kept across reloads, and what it reads as. A long one is read after it is shown, between two keys. */
function useTypedText({
  gameCode,
  option,
  store,
  storage,
  board,
}: Pick<TypedSheetProps, "gameCode" | "option" | "store" | "storage"> & { board: TypedBoard }) {
  const [drafts] = useState(() => typedDrafts(storage, useSession.getState().username.toLowerCase()));
  const [text, setText] = useState(() => drafts.textOf(gameCode, option.id));
  const { maxBets } = useAppConfig().bets ?? DEFAULT_LIMITS;
  const maxLines = useStore(store, (state) => Math.max(0, MAX_LINES - state.lines.length));
  const bounds = useMemo(() => ({ maxLines, maxBets }), [maxLines, maxBets]);
  const shown = useDeferredValue(text);
  const list = useMemo(() => readList(board, shown, bounds), [board, shown, bounds]);
  useEffect(() => {
    drafts.keep(gameCode, option.id, shown);
  }, [drafts, gameCode, option.id, shown]);
  useEffect(() => {
    const closing = new AbortController();
    const read = (sample: string) => void readList(board, sample, ROOMY);
    void warmUp(board.option, { read, idle, signal: closing.signal });
    return () => closing.abort();
  }, [board]);
  return { text, setText, list, isRead: shown === text, bounds };
}

/** Selects a place of the field and scrolls to it. */
function showSpot(field: HTMLTextAreaElement, { from, to }: Spot): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Browsers do not scroll a field to its selection. The lines of a list are about equally long, so its share of the
  // text is its share of the height.
  const middle = field.scrollHeight * (from / Math.max(1, field.value.length));
  field.scrollTop = middle - field.clientHeight / 2;
}

/** How much was read, came again and was left out; read out as it changes. */
function Read({ reading }: { reading: TypedReading | undefined }) {
  const { t, number } = useI18n();
  const figures = [
    { key: "read", count: reading?.combinations.length ?? 0, words: t("typed.read") },
    { key: "repeats", count: reading?.repeatCount ?? 0, words: t("typed.repeats") },
    { key: "left", count: reading?.leftOutCount ?? 0, words: t("typed.leftOut") },
  ];
  return (
    <output className={styles.read}>
      {figures.map(({ key, count, words }) => (
        <span key={key} className={styles.figure} data-left={(key === "left" && count > 0) || undefined}>
          <b>{number(count)}</b> <span>{words}</span>
        </span>
      ))}
    </output>
  );
}

/** Why a list cannot be put on the slip as it is, and what can be done. */
function Obstacle({
  list,
  room,
  onPart,
}: {
  list: TypedList;
  room: number;
  onPart: (() => void) | undefined;
}) {
  const { t, number } = useI18n();
  const { reading, lines } = list;
  const icon = <CircleAlertIcon size={20} aria-hidden />;
  if (!reading.ok) {
    return (
      <Strip tone="red" shape="card" icon={icon}>
        {t("typed.tooLong", { length: number(reading.length), max: number(reading.max) })}
      </Strip>
    );
  }
  if (lines.lines !== undefined) return null;
  if (room === 0) {
    return (
      <Strip tone="red" shape="card" icon={icon}>
        {t("typed.noRoom", { max: MAX_LINES })}
      </Strip>
    );
  }
  return (
    <Strip tone="red" shape="card" icon={icon}>
      {t("typed.tooManyLines", { lines: number(lines.count), room: number(room) })}
      {onPart !== undefined && (
        <Button variant="ghost" size="s" className={styles.part} onClick={onPart}>
          {t("typed.part")}
        </Button>
      )}
    </Strip>
  );
}

interface TotalProps {
  list: TypedList | undefined;
  unit: Money | null;
  isRead: boolean;
  room: number;
  onPut: () => void;
}

/** Bets and cost at the stake of the slip, and the button that puts the list on it. */
function Total({ list, unit, isRead, room, onPut }: TotalProps) {
  const { t, money, number } = useI18n();
  const { betCount = 0, count = 0, lines } = list?.lines ?? {};
  return (
    <div className={styles.total}>
      <p className={styles.cost}>
        <b>
          {unit === null
            ? t("typed.bets", { count: betCount })
            : t("typed.cost", {
                count: number(betCount),
                unit: money(unit),
                total: money(stake(unit, betCount)),
              })}
        </b>
        <span>{t("typed.lines", { count })}</span>
      </p>
      <Button
        size="l"
        block
        disabled={!isRead || lines === undefined || count === 0 || count > room}
        onClick={onPut}
      >
        {t("typed.put")}
      </Button>
    </div>
  );
}
