import type { CanonicalValue } from "./canonical-json.ts";
import { parseCanonical } from "./canonical-json.ts";
import { fromHex } from "@lotus/tlog";
import { roundTime } from "./drand.ts";
import type { Hashing } from "@lotus/tlog";
import type { ProofDocument } from "./proof-document.ts";
import type { ProofFault } from "./proof-fault.ts";
import { recordFault, type VerifySignature } from "./record.ts";

type Body = { readonly [field: string]: CanonicalValue };

/** The records of a proof that speak of its period, as far as they are there, with their place in the list. */
export interface ProofRecords {
  readonly chain: PlacedBody | null;
  readonly period: PlacedBody | null;
  readonly close: PlacedBody | null;
  readonly draw: PlacedBody | null;
  readonly skipped: PlacedBody | null;
}

interface PlacedBody {
  readonly at: number;
  readonly body: Body;
}

const TYPES = ["chain", "period", "close", "draw", "skipped"] as const;

/**
 * Checks every record by itself (canonical body, hash, signature, game) and the list as a piece of the log.
 * Gives the records of the document's period, and what is wrong.
 */
export function readRecords(
  document: ProofDocument,
  hashing: Hashing,
  verify: VerifySignature,
): { records: ProofRecords; faults: ProofFault[] } {
  const faults: ProofFault[] = [];
  const publicKey = fromHex(document.publicKey) ?? new Uint8Array(0);
  const placed: { type: string; at: number; body: Body }[] = [];
  for (const [at, record] of document.records.entries()) {
    const place = { record: at + 1, type: record.type };
    const body = parseCanonical(record.body);
    const fault = recordFault(record, publicKey, { hashing, verify });
    if (fault === "hash") faults.push({ name: "recordHash", ...place });
    if (fault === "signature") faults.push({ name: "recordSignature", ...place });
    if (!TYPES.some((type) => type === record.type)) faults.push({ name: "recordType", ...place });
    if (body === null) faults.push({ name: "recordBody", ...place });
    else if (body["game"] !== document.gameCode) faults.push({ name: "recordGame", ...place });
    else placed.push({ type: record.type, at, body });
  }
  faults.push(...orderFaults(document));
  const only = (type: (typeof TYPES)[number], matches: (body: Body) => boolean): PlacedBody | null => {
    const found = placed.filter((record) => record.type === type && matches(record.body));
    if (found.length > 1) faults.push({ name: "recordsMany", count: found.length, type });
    return found[0] ?? null;
  };
  const ofPeriod = (body: Body) => body["periodNo"] === document.prizeNo;
  const records = {
    chain: only("chain", (body) => body["cid"] === document.cid),
    period: only("period", ofPeriod),
    close: only("close", ofPeriod),
    draw: only("draw", ofPeriod),
    skipped: only("skipped", (body) => covers(body, document.prizeNo)),
  };
  faults.push(...sequenceFaults(records));
  return { records, faults };
}

/**
 * A record names its forerunner by hash, so a list in log order holds that forerunner directly before it or
 * not at all. Anything else, or a record twice, is a list put together wrongly.
 */
function orderFaults({ records }: ProofDocument): ProofFault[] {
  const faults: ProofFault[] = [];
  const places = new Map<string, number>();
  for (const [at, { hash, type }] of records.entries()) {
    if (places.has(hash)) faults.push({ name: "recordTwice", record: at + 1, type });
    places.set(hash, at);
  }
  for (const [at, { previousHash, type }] of records.entries()) {
    const before = places.get(previousHash);
    if (before !== undefined && before !== at - 1) faults.push({ name: "recordOrder", record: at + 1, type });
  }
  return faults;
}

/** Chain before period before close before draw: each needs the ones before it. */
function sequenceFaults({ chain, period, close, draw, skipped }: ProofRecords): ProofFault[] {
  const faults: ProofFault[] = [];
  if (chain === null) faults.push({ name: "recordMissing", type: "chain" });
  if (period === null) faults.push({ name: "recordMissing", type: "period" });
  if (draw !== null && close === null) faults.push({ name: "closeMissing" });
  if (skipped !== null && (close !== null || draw !== null)) faults.push({ name: "skippedSold" });
  const places = [chain, period, close, draw].flatMap((record) => (record === null ? [] : [record.at]));
  if (places.some((at, i) => i > 0 && at <= (places[i - 1] ?? -1))) faults.push({ name: "recordsOrder" });
  if (period !== null && skipped !== null && skipped.at < period.at) faults.push({ name: "skippedBefore" });
  return faults;
}

function covers(body: Body, periodNo: string): boolean {
  const { fromPeriod, toPeriod } = body;
  if (typeof fromPeriod !== "string" || typeof toPeriod !== "string") return false;
  return !isLater(fromPeriod, periodNo) && !isLater(periodNo, toPeriod);
}

/** Whether period a comes later than b: by date, then by number, which may differ in digits. */
function isLater(a: string, b: string): boolean {
  const [dateA, dateB] = [a.slice(0, 8), b.slice(0, 8)];
  return dateA === dateB ? Number(a.slice(8)) > Number(b.slice(8)) : dateA > dateB;
}

/** What in the chain and period records contradicts the document or itself. */
export function commitmentFaults(document: ProofDocument, { chain, period }: ProofRecords): ProofFault[] {
  const faults: ProofFault[] = [];
  const compare = (type: string, body: Body, expected: Body) => {
    for (const [field, value] of Object.entries(expected))
      if (body[field] !== value) faults.push({ name: "differs", type, field });
  };
  const { gameCode: game, prizeNo: periodNo, t, cid, commitment, mode, salt, round, anchor, root } = document;
  if (chain !== null) {
    compare("chain", chain.body, { game, cid, n: document.chainLength, anchor, root });
    const { firstPeriod } = chain.body;
    if (typeof firstPeriod !== "string" || isLater(firstPeriod, periodNo))
      faults.push({ name: "chainLater" });
  }
  if (period === null) return [...faults, { name: "noCommitment" }];
  compare("period", period.body, { game, periodNo, t, cid, commitment, mode, salt, round });
  const { openAt, closeAt, drawAt } = period.body;
  if (!isTime(openAt) || !isTime(closeAt) || !isTime(drawAt) || openAt >= closeAt || closeAt > drawAt)
    faults.push({ name: "timesOrder" });
  else if (mode === 1 && roundTime(round ?? 0) <= closeAt) faults.push({ name: "roundEarly" });
  return faults;
}

function isTime(value: CanonicalValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** What in the draw record contradicts the document; and the reason, if nothing was drawn. */
export function drawFaults(
  document: ProofDocument,
  { draw, skipped }: ProofRecords,
): { faults: ProofFault[]; voided: string | null } {
  const { secret, numbers } = document;
  if (draw === null) {
    const faults: ProofFault[] = [];
    if (secret !== null && skipped === null) faults.push({ name: "undrawn", field: "secret" });
    if (numbers !== null) faults.push({ name: "undrawn", field: "numbers" });
    return { faults, voided: skipped === null ? null : "skipped" };
  }
  const body = draw.body;
  if (body["voided"] !== undefined) {
    const reason = body["voided"];
    const empty = (body["secret"] ?? null) === null && (body["numbers"] ?? null) === null;
    const said = typeof reason === "string" && reason !== "";
    const faults: ProofFault[] = said && empty && numbers === null ? [] : [{ name: "voidedDrawn" }];
    return { faults, voided: said ? reason : "voided" };
  }
  const faults: ProofFault[] = [];
  if (secret === null || body["secret"] !== secret)
    faults.push({ name: "differs", type: "draw", field: "secret" });
  if (numbers === null || !sameNumbers(body["numbers"], numbers))
    faults.push({ name: "differs", type: "draw", field: "numbers" });
  return { faults, voided: null };
}

/** Whether a value is exactly this list of numbers. */
export function sameNumbers(value: unknown, numbers: readonly number[]): boolean {
  return Array.isArray(value) && value.length === numbers.length && value.every((n, i) => n === numbers[i]);
}
