import { type BeaconChain, roundTime } from "@lotus/beacon";
import { isQuorum, type Policy } from "@lotus/tlog";
import { fault, type Finding, notice } from "./finding.ts";
import { periodKey } from "./period-rules.ts";
import type { MonitorState, PeriodRecord } from "./state.ts";
import { countDrawn, countResult, countVoid, figuresText, resultOf, zOf } from "./void-figures.ts";

/** Polls that are further apart leave a gap in what is known of the witnesses. */
const GAP_MS = 10_000;
const SPANS_KEPT = 500;
/** Maximum number of void periods kept as evidence. */
const VOIDS_KEPT = 100;
const DAY_MS = 24 * 3_600_000;

/** Notes which witnesses answered at a poll. */
export function noteReached(state: MonitorState, names: readonly string[], now: number): void {
  const sorted = names.toSorted();
  const last = state.reached.at(-1);
  const isSame = last !== undefined && last.names.join() === sorted.join() && now - last.to <= GAP_MS;
  if (isSame) last.to = now;
  else state.reached = [...state.reached, { names: sorted, from: now, to: now }].slice(-SPANS_KEPT);
}

/**
 * Whether something outside explains that no quorum cosigned in time: the monitor did not reach a quorum of the witnesses all the
 * time either, or was not looking.
 */
export function isExplained(
  { reached }: Pick<MonitorState, "reached">,
  policy: Policy,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const spans = reached.filter((span) => span.to >= from && span.from <= to);
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return true;
  if (first.from > from + GAP_MS || last.to < to - GAP_MS) return true;
  const always = first.names.filter((name) => spans.every(({ names }) => names.includes(name)));
  return !isQuorum(policy, new Set(always));
}

/**
 * Since when (epoch ms) a quorum of the witnesses is reached again, `now` while it is not: without one, an operator can publish
 * nothing. Null if the monitor saw no interruption, or never reached a quorum itself.
 */
export function quorumBackSince(
  { reached }: Pick<MonitorState, "reached">,
  policy: Policy,
  now: number,
): number | null {
  const hasQuorum = reached.map(({ names }) => isQuorum(policy, new Set(names)));
  const lost = hasQuorum.lastIndexOf(false);
  if (lost < 0 || !hasQuorum.includes(true)) return null;
  return reached[lost + 1]?.from ?? now;
}

/**
 * Counts once how a period ended in which something may have been sold, whatever its close says of that. `signatureOf` finds the
 * signature of its round, verified; null while nobody has it.
 */
export async function countPeriod(
  state: MonitorState,
  record: PeriodRecord,
  options: {
    readonly chain: BeaconChain;
    readonly policy: Policy;
    readonly now: number;
    readonly signatureOf: (record: PeriodRecord) => Promise<Uint8Array | null>;
  },
): Promise<readonly Finding[]> {
  const { chain, policy, now, signatureOf } = options;
  const { close, draw, isNoted } = record;
  if (record.isCounted === true || close === null || close.isEmpty === true) return [];
  if (draw === null && !isNoted) return [];
  record.isCounted = true;
  const { voids } = state;
  const closeAt = record.closeAt ?? record.drawAt;
  const isOfDay = now - closeAt < DAY_MS;
  if (draw !== null) {
    if (isOfDay) countDrawn(voids, closeAt, now);
    return [];
  }
  const key = periodKey(record.game, record.periodNo);
  state.voidCloses = [...state.voidCloses, { index: close.index, body: close.body }].slice(-VOIDS_KEPT);
  const findings: Finding[] = [];
  const entries = state.voidCloses;
  const span = { from: closeAt, to: roundTime(chain, record.round) };
  if (isOfDay && countVoid(voids, { closeAt, isExplained: isExplained(state, policy, span) }, now)) {
    const text = `${voids.unexplained} times in a day periods became void though enough witnesses answered, of ${voids.sold} that were sold`;
    findings.push(fault("too-many-voids", text, { entries }));
  }
  const signature = await signatureOf(record);
  const result = signature === null ? null : resultOf(record, chain, signature);
  if (result === null) return findings;
  findings.push(notice("void-result", `${key}: it would have drawn ${result.numbers.join(" ")}`));
  const half = countResult(voids, result.family, result.numbers);
  if (half === null) return findings;
  const { all, inHalf } = voids.halves[half];
  const z = zOf(voids.halves[half]).toFixed(1);
  const text = `of ${all} void periods ${inHalf} would have been ${half}, z = ${z}: whether they are void depends on their results`;
  return [...findings, fault("voids-follow-results", text, { entries })];
}

/** How periods ended, in a line. */
export function voidsText({ voids }: Pick<MonitorState, "voids">): string {
  return figuresText(voids);
}
