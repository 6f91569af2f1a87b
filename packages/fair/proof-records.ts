import type { CanonicalValue } from "./canonical-json.ts";
import { parseCanonical } from "./canonical-json.ts";
import { fromHex } from "./bytes.ts";
import { roundTime } from "./drand.ts";
import type { Hashing } from "./hashing.ts";
import type { ProofDocument } from "./proof-document.ts";
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
 * Gives the records of the document's period, and what is wrong, in words.
 */
export function readRecords(
  document: ProofDocument,
  hashing: Hashing,
  verify: VerifySignature,
): { records: ProofRecords; faults: string[] } {
  const faults: string[] = [];
  const publicKey = fromHex(document.publicKey) ?? new Uint8Array(0);
  const placed: { type: string; at: number; body: Body }[] = [];
  for (const [at, record] of document.records.entries()) {
    const name = `record ${at + 1} (${record.type})`;
    const body = parseCanonical(record.body);
    const fault = recordFault(record, publicKey, { hashing, verify });
    if (fault === "hash") faults.push(`${name}: the hash is not that of its content`);
    if (fault === "signature") faults.push(`${name}: the signature is not the key's`);
    if (!TYPES.some((type) => type === record.type)) faults.push(`${name}: unknown type`);
    if (body === null) faults.push(`${name}: the body is no canonical JSON object`);
    else if (body["game"] !== document.gameCode) faults.push(`${name}: of another game`);
    else placed.push({ type: record.type, at, body });
  }
  faults.push(...orderFaults(document));
  const only = (type: (typeof TYPES)[number], matches: (body: Body) => boolean): PlacedBody | null => {
    const found = placed.filter((record) => record.type === type && matches(record.body));
    if (found.length > 1) faults.push(`there are ${found.length} ${type} records where one may be`);
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
function orderFaults({ records }: ProofDocument): string[] {
  const faults: string[] = [];
  const places = new Map<string, number>();
  for (const [at, { hash }] of records.entries()) {
    if (places.has(hash)) faults.push(`record ${at + 1} is there twice`);
    places.set(hash, at);
  }
  for (const [at, { previousHash }] of records.entries()) {
    const before = places.get(previousHash);
    if (before !== undefined && before !== at - 1) faults.push(`record ${at + 1} is out of order`);
  }
  return faults;
}

/** Chain before period before close before draw: each needs the ones before it. */
function sequenceFaults({ chain, period, close, draw, skipped }: ProofRecords): string[] {
  const faults: string[] = [];
  if (chain === null) faults.push("the chain record is missing");
  if (period === null) faults.push("the period record is missing");
  if (draw !== null && close === null) faults.push("there is a draw record and no close record");
  if (skipped !== null && (close !== null || draw !== null)) faults.push("a skipped period has been sold");
  const places = [chain, period, close, draw].flatMap((record) => (record === null ? [] : [record.at]));
  if (places.some((at, i) => i > 0 && at <= (places[i - 1] ?? -1)))
    faults.push("the records are not in the order chain, period, close, draw");
  if (period !== null && skipped !== null && skipped.at < period.at)
    faults.push("the period was published after it was skipped");
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

/** What in the chain and period records contradicts the document or itself, in words. */
export function commitmentFaults(document: ProofDocument, { chain, period }: ProofRecords): string[] {
  const faults: string[] = [];
  const compare = (name: string, body: Body, expected: Body) => {
    for (const [field, value] of Object.entries(expected))
      if (body[field] !== value) faults.push(`${name} record and document differ in ${field}`);
  };
  const { gameCode: game, prizeNo: periodNo, t, cid, commitment, mode, salt, round, anchor, root } = document;
  if (chain !== null) {
    compare("chain", chain.body, { game, cid, n: document.chainLength, anchor, root });
    const { firstPeriod } = chain.body;
    if (typeof firstPeriod !== "string" || isLater(firstPeriod, periodNo))
      faults.push("the chain begins after this period");
  }
  if (period === null) return [...faults, "no record publishes the commitment"];
  compare("period", period.body, { game, periodNo, t, cid, commitment, mode, salt, round });
  const { openAt, closeAt, drawAt } = period.body;
  if (!isTime(openAt) || !isTime(closeAt) || !isTime(drawAt) || openAt >= closeAt || closeAt > drawAt)
    faults.push("the period's times are not in the order open, close, draw");
  else if (mode === 1 && roundTime(round ?? 0) <= closeAt)
    faults.push("the drand round is not later than the close of sales");
  return faults;
}

function isTime(value: CanonicalValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** What in the draw record contradicts the document, in words; and the reason, if nothing was drawn. */
export function drawFaults(
  document: ProofDocument,
  { draw, skipped }: ProofRecords,
): { faults: string[]; voided: string | null } {
  const { secret, numbers } = document;
  if (draw === null) {
    const faults = [];
    if (secret !== null && skipped === null) faults.push("a secret without a draw record");
    if (numbers !== null) faults.push("numbers without a draw record");
    return { faults, voided: skipped === null ? null : "skipped" };
  }
  const body = draw.body;
  if (body["voided"] !== undefined) {
    const reason = body["voided"];
    const empty = (body["secret"] ?? null) === null && (body["numbers"] ?? null) === null;
    const said = typeof reason === "string" && reason !== "";
    const faults = said && empty && numbers === null ? [] : ["a voided period has no secret and no numbers"];
    return { faults, voided: said ? reason : "voided" };
  }
  const faults = [];
  if (secret === null || body["secret"] !== secret) faults.push("draw record and document differ in secret");
  if (numbers === null || !sameNumbers(body["numbers"], numbers))
    faults.push("draw record and document differ in numbers");
  return { faults, voided: null };
}

/** Whether a value is exactly this list of numbers. */
export function sameNumbers(value: unknown, numbers: readonly number[]): boolean {
  return Array.isArray(value) && value.length === numbers.length && value.every((n, i) => n === numbers[i]);
}
