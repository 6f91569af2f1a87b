import { isQuorum, type Policy, toHex } from "@lotus/tlog";
import type { Deadline } from "./judge-period.ts";
import type { SignedCheckpoint } from "./log-history.ts";
import type { CosignedCheckpoint, MonitorState } from "./state.ts";

/*
 * Cosignatures as they were seen, by checkpoint. The operator shows those that it wants to; those that witnesses show
 * themselves count as well, so that the operator cannot hide that a quorum had cosigned.
 */

/** Checkpoints that are no larger than the operator's are remembered this long, for cosignatures that appear later. */
const REMEMBERED_MS = 120_000;
/** Notes of one checkpoint that are kept as evidence. */
const MAX_TEXTS = 4;

/** Adds the cosignatures of a checkpoint whose log signature was verified. */
export function addCosignatures(
  state: MonitorState,
  {
    signed,
    by,
    now,
  }: {
    readonly signed: SignedCheckpoint;
    readonly by: "operator" | "witness";
    readonly now: number;
  },
): void {
  const { text, cosignedAt, checkpoint } = signed;
  const { size, root } = checkpoint;
  const rootHex = toHex(root);
  let known = state.cosigned.find((other) => other.size === size && other.root === rootHex);
  if (known === undefined) {
    known = { size, root: rootHex, seenAt: now, changedAt: now, texts: [], operatorS: {}, anyS: {} };
    state.cosigned.push(known);
  }
  if (known.texts.includes(text)) return;
  known.changedAt = now;
  known.texts = [...known.texts, text].slice(0, MAX_TEXTS);
  known.anyS = earliest(known.anyS, cosignedAt);
  if (by === "operator") known.operatorS = earliest(known.operatorS, cosignedAt);
}

/** Forgets checkpoints that nothing more is expected of. */
export function forgetCosigned(state: MonitorState, now: number): void {
  const shown = state.shown?.size ?? 0;
  state.cosigned = state.cosigned.filter(
    ({ size, seenAt }) => size > shown || size > state.read || seenAt + REMEMBERED_MS > now,
  );
}

/** Marks an entry if some checkpoint with it was cosigned by a quorum before the deadline. */
export function markIfTimely(
  { entry, before, type }: Deadline,
  policy: Policy,
  checkpoints: readonly CosignedCheckpoint[],
): void {
  if (entry.timelyBy === "operator") return;
  for (const { size, operatorS, anyS, texts } of checkpoints) {
    const by = isQuorumBefore(policy, operatorS, before) ? "operator" : "witnesses";
    if (size <= entry.index || (by === "witnesses" && !isQuorumBefore(policy, anyS, before))) continue;
    entry.timelyBy = by;
    // Periods are many, and their notes prove nothing that is ever needed.
    if (type !== "period") entry.notes = texts;
    if (by === "operator") return;
  }
}

function isQuorumBefore(policy: Policy, timesS: Readonly<Record<string, number>>, before: number): boolean {
  const names = Object.entries(timesS).filter(([, at]) => at * 1000 < before);
  return isQuorum(policy, new Set(names.map(([name]) => name)));
}

function earliest(
  known: Readonly<Record<string, number>>,
  added: ReadonlyMap<string, number>,
): Record<string, number> {
  const times = { ...known };
  for (const [name, at] of added) times[name] = Math.min(at, times[name] ?? at);
  return times;
}
