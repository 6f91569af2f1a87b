import { type BeaconChain, SCHEME } from "@lotus/beacon";
import { type DrawLogEntry, type OddsEntry, pinnedChain, publicBeacon, type SkippedEntry } from "@lotus/fair";
import { parseCheckpoint, parseNote, parseVerifierKey, SIGNATURE_TYPES, toHex } from "@lotus/tlog";
import { type EntryEvidence, type Fault, fault, type Finding, notice, type Sighting } from "./finding.ts";
import {
  type AuditEntry,
  type KeyEntry,
  type LiabilitiesEntry,
  parseLogEntry,
  type RestoredEntry,
} from "./log-entries.ts";
import { applyPeriodEntry, compareNumbers, type PeriodLogEntry, skippedFaults } from "./period-rules.ts";
import type { MonitorState } from "./state.ts";

/** Liabilities are logged daily, within some hours. */
export const LIABILITIES_MS = 26 * 3_600_000;
/** Computing the liabilities of all players may take a while. */
const LIABILITIES_DELAY_MS = 3_600_000;
/** Clocks may differ by this much. */
const CLOCK_SKEW_MS = 300_000;
/** Ranges of skipped periods that are remembered. */
const MAX_SKIPPED = 200;

/** What the rules need beside the state. */
export interface EntryRulesContext {
  readonly now: number;
  /** When the operator last showed a log without the entry. */
  readonly notShownAt: number | null;
  /** That one, and the first one with the entry. */
  readonly sightings: readonly Sighting[];
  readonly isValidRound: (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;
}

/** Adds the next entry of the log to the state. */
export function applyEntry(state: MonitorState, at: EntryEvidence, context: EntryRulesContext): Finding[] {
  const entry = parseLogEntry(at.body);
  if (entry === null) return [fault("bad-entry", `entry ${at.index} is malformed`, { entries: [at] })];
  if (entry === "unknown") return [notice("unknown-type", `entry ${at.index} is of an unknown type`)];
  if (at.index === 0 && entry.type !== "house")
    return [fault("bad-start", "the log does not begin with a house entry", { entries: [at] })];
  if ("periodNo" in entry) return applyToPeriod(state, entry, at, context);
  if (entry.type === "house") return applyHouse(state, entry, at);
  if (entry.type === "odds") return applyOdds(state, entry, at);
  if (entry.type === "skipped") return applySkipped(state, entry, at);
  if (entry.type === "restored") return applyRestored(state, entry, at);
  if (entry.type === "key") return applyKey(state, entry, at);
  if (entry.type === "audit") return applyAudit(state, entry, at);
  return [...auditFaults(state, at), ...applyLiabilities(state, entry, at, context)];
}

function applyToPeriod(
  state: MonitorState,
  entry: PeriodLogEntry,
  at: EntryEvidence,
  context: EntryRulesContext,
): Finding[] {
  const chain = state.beacon;
  // The log did not begin with a house entry, which was reported.
  if (chain === null) return [];
  const findings = missingRestored(state, at);
  const isValidRound = (round: number, signature: Uint8Array) =>
    context.isValidRound(chain, round, signature);
  return [...findings, ...applyPeriodEntry(state, entry, at, { ...context, chain, isValidRound })];
}

function applyHouse(
  state: MonitorState,
  { origin, beacon, rules, app }: Extract<DrawLogEntry, { type: "house" }>,
  at: EntryEvidence,
): Finding[] {
  const findings: Finding[] = [];
  const { hash, publicKey, genesis, period, scheme } = beacon;
  const chain: BeaconChain = { hash, publicKey, genesisS: genesis, periodS: period };
  const pinned = state.beacon ?? pinnedChain(chain);
  if (origin !== state.origin)
    findings.push(fault("bad-entry", `entry ${at.index} names the log ${origin}`, { entries: [at] }));
  const isPinned =
    hash === pinned.hash &&
    publicKey === pinned.publicKey &&
    genesis === pinned.genesisS &&
    period === pinned.periodS;
  if (!isPinned || scheme !== SCHEME || period < 1)
    findings.push(fault("changed-beacon", `entry ${at.index} names another beacon`, { entries: [at] }));
  if (state.beacon === null) {
    const run = publicBeacon(chain)?.name ?? "NOT a public one: whoever runs it could know results early";
    findings.push(notice("house", `${origin}: its beacon ${hash} is ${run}`));
  }
  state.beacon = pinned;
  if (state.house !== null) findings.push(notice("house", `entry ${at.index}: rules ${rules}, app ${app}`));
  state.house = at.body;
  state.houseIndex = at.index;
  return findings;
}

function applyOdds(state: MonitorState, { version, hash, from }: OddsEntry, at: EntryEvidence): Finding[] {
  const before = state.odds[version];
  state.odds[version] ??= { ...at, hash, from };
  return before === undefined || before.hash === hash
    ? []
    : [fault("changed-odds", `odds ${version} were changed`, { entries: [before, at] })];
}

function applySkipped(
  state: MonitorState,
  { game, fromPeriod, toPeriod }: SkippedEntry,
  at: EntryEvidence,
): Finding[] {
  if (compareNumbers(fromPeriod, toPeriod) > 0)
    return [
      fault("bad-entry", `entry ${at.index} skips from ${fromPeriod} to ${toPeriod}`, { entries: [at] }),
    ];
  state.skipped = [...state.skipped, { ...at, game, from: fromPeriod, to: toPeriod }].slice(-MAX_SKIPPED);
  return Object.values(state.periods)
    .filter((record) => !record.isSkipped)
    .flatMap((record) => skippedFaults(record, state));
}

function applyRestored(
  state: MonitorState,
  { previousOrigin, previousSize, previousRoot }: RestoredEntry,
  at: EntryEvidence,
): Finding[] {
  state.isRestored = true;
  const text = `RESTORED: this log continues the first ${previousSize} entries of ${previousOrigin}`;
  const { previous } = state;
  if (previous === null) return [notice("restored", text)];
  const root = rootOf(previous.checkpoint);
  const isOther = previousSize === previous.size && previousRoot !== root;
  if (isOther || previous.origin !== previousOrigin) {
    const why = `entry ${at.index} continues another log than the one of ${previous.size} entries that was seen`;
    return [fault("bad-start", why, { entries: [at], checkpoints: [previous.checkpoint] })];
  }
  return [
    notice(
      "restored",
      `${text}; of those that were seen, ${Math.max(0, previous.size - previousSize)} are lost`,
    ),
  ];
}

/** A log that replaces another one must say so before its first period. */
function missingRestored(state: MonitorState, at: EntryEvidence): Finding[] {
  const { previous, isRestored } = state;
  if (previous === null || isRestored) return [];
  // Once is enough.
  state.isRestored = true;
  const text = `the log replaces ${previous.origin} and does not say so`;
  return [fault("bad-start", text, { entries: [at], checkpoints: [previous.checkpoint] })];
}

function applyKey(state: MonitorState, { key }: KeyEntry, at: EntryEvidence): Finding[] {
  const parsed = parseVerifierKey(key);
  if (parsed?.type !== SIGNATURE_TYPES.ed25519 || parsed.name !== state.origin)
    return [fault("bad-entry", `entry ${at.index} announces a key that is not the log's`, { entries: [at] })];
  state.keys.push(key);
  return [notice("key", `KEY: later checkpoints of the log may be signed by ${key}`)];
}

function applyLiabilities(
  state: MonitorState,
  { at: time }: LiabilitiesEntry,
  at: EntryEvidence,
  { now, notShownAt }: EntryRulesContext,
): Finding[] {
  const findings: Finding[] = [];
  const last = state.liabilitiesAt;
  if (time > now + CLOCK_SKEW_MS)
    findings.push(fault("bad-entry", `entry ${at.index}: liabilities of a later time`, { entries: [at] }));
  if ((last !== null && time < last) || (notShownAt !== null && notShownAt > time + LIABILITIES_DELAY_MS))
    findings.push(fault("backdated", `entry ${at.index}: liabilities of an earlier time`, { entries: [at] }));
  const since = last ?? state.firstOpenAt;
  if (since !== null && time - since > LIABILITIES_MS)
    findings.push(
      fault("missing-liabilities", `no liabilities from ${timeOf(since)} to ${timeOf(time)}`, {
        entries: [at],
      }),
    );
  state.liabilitiesAt = Math.max(time, last ?? time);
  return findings;
}

/** The audit log only grows: at the same length it is the same, and it is never shorter. */
function applyAudit(state: MonitorState, { size, head }: AuditEntry, at: EntryEvidence): Finding[] {
  const last = state.audit ?? null;
  state.audit = { ...at, size, head };
  state.hasAudit = true;
  state.isAuditTold = true;
  if (last === null || size > last.size || (size === last.size && head === last.head)) return [];
  const what =
    size < last.size ? `${size} lines, and had ${last.size}` : `other lines among its first ${size}`;
  return [fault("audit-rewritten", `entry ${at.index}: the audit log has ${what}`, { entries: [last, at] })];
}

/** Each statement of liabilities comes after one of the audit log, once there was one. */
function auditFaults(state: MonitorState, at: EntryEvidence): Finding[] {
  const isTold = state.isAuditTold === true;
  state.isAuditTold = false;
  if (isTold) return [];
  if (state.hasAudit === true)
    return [
      fault("missing-audit", `entry ${at.index}: no head of the audit log since the last liabilities`, {
        entries: [at],
      }),
    ];
  // Said once: an earlier server, or an operator who does not want to be held to it.
  return state.liabilitiesAt === null
    ? [notice("no-audit", "the operator does not publish the head of its audit log")]
    : [];
}

/** A time as people read it. */
export function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function rootOf(text: string): string | null {
  const note = parseNote(text);
  const checkpoint = note === null ? null : parseCheckpoint(note.body);
  return checkpoint === null ? null : toHex(checkpoint.root);
}

/** The fault of what is owed to players having been stated too long ago. */
export function missingLiabilities({ liabilitiesAt, firstOpenAt }: MonitorState, now: number): Fault[] {
  const since = liabilitiesAt ?? firstOpenAt;
  return since === null || now - since <= LIABILITIES_MS
    ? []
    : [fault("missing-liabilities", `no liabilities since ${timeOf(since)}`)];
}
