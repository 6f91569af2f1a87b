import { drawChance, type DrawChance, findGame, findOption, readPicks, type CostedLine } from "@lotus/games";
import { useEffect, useMemo, useState } from "react";
import { yieldTask } from "../../api/yield-task.ts";
import type { LineFigures } from "../slip/slip-figures.ts";

/** Work of one task: well within a frame, also on a phone that is busy. */
const SLICE_MS = 6;

/** Lines as the games' package counts them. */
export function costedLines(gameCode: string, lines: readonly LineFigures[]): readonly CostedLine[] {
  const game = findGame(gameCode);
  return lines.flatMap(({ line, paidBy, total }) => {
    const option = game === undefined ? undefined : findOption(game.code, line.optionId);
    const read = option === undefined ? undefined : readPicks(option, line.groups);
    return option === undefined || read?.ok !== true
      ? []
      : [{ option, picks: read.picks, odds: paidBy, cost: total }];
  });
}

/** The chances of lines in one draw; null while they are worked out, in slices that leave the page free. */
export function useDrawChance(
  gameCode: string,
  lines: readonly CostedLine[],
  lunarYear: number | undefined,
): DrawChance | null {
  const family = findGame(gameCode)?.family;
  // Stakes and odds do not change them.
  const key = JSON.stringify([lunarYear, lines.map(({ option, picks }) => [option.code, picks.chosen])]);
  const asked = useMemo(
    () => ({ key, lines, lunarYear }),
    // The key stands for the lines.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  const [found, setFound] = useState<{ readonly key: string; readonly chance: DrawChance } | null>(null);
  useEffect(() => {
    if (family === undefined || asked.lines.length === 0) return undefined;
    const asking = new AbortController();
    const work = async (): Promise<void> => {
      const chance = await inSlices(drawChance(family, asked.lines, asked.lunarYear), asking.signal);
      if (chance !== null) setFound({ key: asked.key, chance });
    };
    void work();
    return () => asking.abort();
  }, [family, asked]);
  return found?.key === key ? found.chance : null;
}

/** Runs steps until their result, a slice a task; null if it was aborted. */
export async function inSlices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> {
  for (;;) {
    await yieldTask();
    if (signal.aborted) return null;
    for (const end = performance.now() + SLICE_MS; performance.now() < end;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }
}
