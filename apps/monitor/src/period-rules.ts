import { type BeaconChain, randomnessOf, roundOfDraw, roundTime } from "@lotus/beacon";
import {
  beaconSeed,
  beaconUniform,
  CLOSE_BEFORE_DRAW_MS,
  type DrawLogEntry,
  type HouseEntry,
  parseEntry,
  versionFor,
} from "@lotus/fair";
import { drawFor, findGame } from "@lotus/games";
import { fromHex, merkleRoot, toHex } from "@lotus/tlog";
import { type EntryEvidence, fault, type Finding, notice, type Sighting } from "./finding.ts";
import { type MonitorState, type PeriodRecord, timedEntry } from "./state.ts";

/*
 * Rules about one period that can be decided when an entry appears in the log. What depends on time is decided by
 * `judgePeriod`.
 */

/** An entry about a period. */
export type PeriodLogEntry = Exclude<DrawLogEntry, { type: "house" | "skipped" }>;
type EntryOf<Type> = Extract<DrawLogEntry, { type: Type }>;

/** What the rules need beside the state. */
export interface PeriodRulesContext {
  readonly chain: BeaconChain;
  /** BLS verification. */
  readonly isValidRound: (round: number, signature: Uint8Array) => boolean;
  /** When the operator last showed a log without the entry. */
  readonly notShownAt: number | null;
  /** That one, and the first one with the entry. */
  readonly sightings: readonly Sighting[];
}

/** Adds an entry about a period to the state. */
export function applyPeriodEntry(
  state: MonitorState,
  entry: PeriodLogEntry,
  at: EntryEvidence,
  context: PeriodRulesContext,
): Finding[] {
  const key = periodKey(entry.game, entry.periodNo);
  if (entry.type === "period") return addPeriod(state, entry, at, context);
  const record = state.periods[key];
  if (record === undefined) {
    return isOver(state, entry.game, entry.periodNo)
      ? [
          fault(`second-${entry.type}`, `${key}: another ${entry.type} of a period that was over`, {
            entries: [at],
          }),
        ]
      : [fault("unknown-period", `${key}: a ${entry.type} without a period`, { entries: [at] })];
  }
  const before = record[FIELDS[entry.type]];
  if (before !== null)
    return [fault(`second-${entry.type}`, `${key}: a second ${entry.type}`, { entries: [before, at] })];
  if (entry.type === "draw") {
    record.draw = { ...at, notShownAt: context.notShownAt };
    return drawFaults(record, entry, at, context);
  }
  if (entry.type === "close") {
    const { orders, stake, betsRoot } = entry;
    const isEmpty = betsRoot === NO_BETS;
    record.close = {
      ...timedEntry(at, context.notShownAt, context.sightings),
      ...(orders === undefined ? {} : { orders, stake }),
      isEmpty,
    };
    const isOther = orders !== undefined && (orders === 0) !== isEmpty;
    const text = `${key}: closed with ${String(orders)} orders, and its tree has ${isEmpty ? "none" : "some"}`;
    return [
      ...(isOther ? [fault("wrong-sums", text, { entries: [at] })] : []),
      ...skippedFaults(record, state),
    ];
  }
  if (entry.type === "settled") {
    const { payout, refund } = entry;
    record.settled = { ...at, ...(refund === undefined ? {} : { payout, refund }) };
    return sumFaults(record);
  }
  record.voided = timedEntry(at, context.notShownAt, context.sightings);
  return [];
}

/** `betsRoot` of no bets. What a close says of their number is the operator's word. */
const NO_BETS = toHex(merkleRoot([]));

/** Where a record has the entries of a type. */
const FIELDS = { close: "close", draw: "draw", settled: "settled", void: "voided" } as const;

/** The key of a period in the state. */
export function periodKey(game: string, periodNo: string): string {
  return `${game}/${periodNo}`;
}

/** Whether a period of a game is over, so that the state has no record of it any more. */
export function isOver(state: MonitorState, game: string, periodNo: string): boolean {
  const last = state.over[game];
  return last !== undefined && compareNumbers(periodNo, last) <= 0;
}

/** Compares numbers of periods of one game. */
export function compareNumbers(a: string, b: string): number {
  if (a === b) return 0;
  return a.length - b.length || (a < b ? -1 : 1);
}

function addPeriod(
  state: MonitorState,
  entry: EntryOf<"period">,
  at: EntryEvidence,
  { chain, notShownAt }: PeriodRulesContext,
): Finding[] {
  const { game, periodNo, openAt, closeAt, drawAt, round, oddsVersion } = entry;
  const key = periodKey(game, periodNo);
  const before = state.periods[key];
  if (before !== undefined)
    return [fault("second-period", `${key}: a second period`, { entries: [before.period, at] })];
  if (isOver(state, game, periodNo))
    return [
      fault("second-period", `${key}: a period that was over, or before one that was`, { entries: [at] }),
    ];
  const findings: Finding[] = [];
  const time = roundTime(chain, round);
  if (openAt >= closeAt || closeAt + CLOSE_BEFORE_DRAW_MS > drawAt || closeAt >= time)
    findings.push(fault("bad-times", `${key}: its times allow no fair draw`, { entries: [at] }));
  const computed = roundOfDraw(chain, drawAt);
  if (round !== computed || round < 1)
    findings.push(fault("wrong-round", `${key}: round ${round} instead of ${computed}`, { entries: [at] }));
  if (state.odds[oddsVersion] === undefined)
    findings.push(fault("unknown-odds", `${key}: odds ${oddsVersion} are not in the log`, { entries: [at] }));
  findings.push(...staleOdds(state, entry, at, notShownAt));
  const record: PeriodRecord = {
    game,
    periodNo,
    openAt,
    closeAt,
    drawAt,
    round,
    version: versionFor(houseOf(state), entry),
    period: timedEntry(at, notShownAt),
    close: null,
    voided: null,
    draw: null,
    settled: null,
    isSkipped: false,
    isNoted: false,
  };
  state.periods[key] = record;
  state.firstOpenAt = Math.min(openAt, state.firstOpenAt ?? openAt);
  return [...findings, ...skippedFaults(record, state)];
}

/** Sums are left out before anybody knows the result, or not at all; of a void period all stakes go back. */
function sumFaults({ game, periodNo, close, draw, settled }: PeriodRecord): Finding[] {
  if (settled === null || close === null) return [];
  const key = periodKey(game, periodNo);
  const entries = [close, draw, settled];
  if (draw === null) {
    // Whoever pays without a draw is noticed by that.
    const isRefunded = close.stake === settled.refund || (settled.payout ?? "0.00") !== "0.00";
    return isRefunded
      ? []
      : [fault("wrong-sums", `${key}: void, and other sums went back than its stakes`, { entries })];
  }
  return (close.stake === undefined) === (settled.payout === undefined)
    ? []
    : [
        fault("wrong-sums", `${key}: its payouts are summed up and its stakes are not, or the reverse`, {
          entries,
        }),
      ];
}

function houseOf({ house }: MonitorState): HouseEntry | null {
  const entry = house === null ? null : parseEntry(house);
  return entry?.type === "house" ? entry : null;
}

/** Periods are announced a day ahead, and some hours more. */
const ANNOUNCED_MS = 26 * 3_600_000;
/** An entry may be written while a version of the odds is. */
const ODDS_RACE_MS = 60_000;

/** A period is sold under the newest odds that were in force when it was announced, or later ones. */
function staleOdds(
  { odds }: MonitorState,
  { game, periodNo, openAt, oddsVersion }: EntryOf<"period">,
  at: EntryEvidence,
  notShownAt: number | null,
): Finding[] {
  const announcedAfter = notShownAt ?? openAt - ANNOUNCED_MS;
  const newer = Object.entries(odds).find(
    ([version, { from }]) =>
      Number(version) > oddsVersion && from !== undefined && from + ODDS_RACE_MS < announcedAfter,
  );
  if (newer === undefined) return [];
  const text = `${periodKey(game, periodNo)}: odds ${oddsVersion}, though ${newer[0]} were in force`;
  return [fault("stale-odds", text, { entries: [newer[1], at] })];
}

/** Applies the skipped ranges of the log to a period. */
export function skippedFaults(record: PeriodRecord, { skipped }: MonitorState): Finding[] {
  const { game, periodNo, close } = record;
  const range = skipped.find(
    (other) =>
      other.game === game &&
      compareNumbers(other.from, periodNo) <= 0 &&
      compareNumbers(periodNo, other.to) <= 0,
  );
  record.isSkipped = range !== undefined;
  if (range === undefined || close === null || close.isEmpty === true) return [];
  const text = `${periodKey(game, periodNo)}: skipped, and closed with ${close.orders ?? "some"} orders`;
  return [fault("skipped-with-orders", text, { entries: [close, range] })];
}

function drawFaults(
  record: PeriodRecord,
  entry: EntryOf<"draw">,
  at: EntryEvidence,
  { chain, isValidRound }: PeriodRulesContext,
): Finding[] {
  const { game, periodNo, round, period, close } = record;
  const key = periodKey(game, periodNo);
  const findings: Finding[] = [];
  if (close === null)
    findings.push(fault("draw-without-close", `${key}: drawn before its close`, { entries: [period, at] }));
  if (entry.round !== round)
    findings.push(
      fault("wrong-round", `${key}: drawn by round ${entry.round} instead of ${round}`, {
        entries: [period, at],
      }),
    );
  const [signature, chainHash] = [fromHex(entry.signature, 48), fromHex(chain.hash, 32)];
  if (signature === null || chainHash === null || !isValidRound(round, signature)) {
    const text = `${key}: the signature is not that of round ${round}`;
    return [...findings, fault("bad-signature-of-round", text, { entries: [at] })];
  }
  const family = findGame(game)?.family;
  if (family === undefined)
    return [...findings, notice("unknown-game", `${key}: draws of this game cannot be verified here`)];
  const inputs = { chainHash, round, randomness: randomnessOf(signature), game, periodNo };
  const numbers = drawFor(family)(beaconUniform(beaconSeed(inputs)));
  if (numbers.join() !== entry.numbers.join()) {
    const text = `${key}: ${entry.numbers.join()} instead of ${numbers.join()}`;
    findings.push(fault("wrong-numbers", text, { entries: [at] }));
  }
  return findings;
}
