import type { Bettors } from "../faults/bettors.ts";
import { pause } from "../faults/server-process.ts";

/** What players saw of a failure. */
export interface Gap {
  /** The longest time in which no bet was acknowledged, milliseconds. */
  readonly longestMs: number;
  /** All time beyond half a second between two acknowledged bets, together. */
  readonly withoutBetsMs: number;
  readonly acknowledged: number;
  /** How many replies each status and code had. */
  readonly answers: ReadonlyMap<string, number>;
}

const LOOK_EVERY_MS = 10;
const NOTABLE_MS = 500;

/** Watches bets from before something happens until a while after it is over. */
export async function watchGap(bettors: Bettors, happen: () => Promise<void>, afterMs: number): Promise<Gap> {
  const began = { size: bettors.acknowledged.size, answers: new Map(bettors.answers) };
  const gaps: number[] = [];
  let [size, at] = [began.size, performance.now()];
  const state = { isOver: false };
  const over = (async () => {
    await happen();
    await pause(afterMs);
    state.isOver = true;
  })();
  while (!state.isOver) {
    await pause(LOOK_EVERY_MS);
    if (bettors.acknowledged.size > size) {
      const now = performance.now();
      gaps.push(now - at);
      [size, at] = [bettors.acknowledged.size, now];
    }
  }
  await over;
  gaps.push(performance.now() - at);
  const answers = new Map(
    [...bettors.answers]
      .map(([answer, count]) => [answer, count - (began.answers.get(answer) ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
  return {
    longestMs: Math.max(...gaps),
    withoutBetsMs: gaps.filter((gap) => gap > NOTABLE_MS).reduce((sum, gap) => sum + gap, 0),
    acknowledged: size - began.size,
    answers,
  };
}

/** A gap in one line. */
export function tellGap({ longestMs, withoutBetsMs, acknowledged, answers }: Gap): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const replies = [...answers].map(([answer, count]) => `${count} × ${answer}`).join(", ");
  return `longest ${seconds(longestMs)}, in all ${seconds(withoutBetsMs)} without bets, ${acknowledged} acknowledged (${replies})`;
}
