import { parseEntry, readDrawProof } from "@lotus/fair";
import { type GameReturn, LogSums, readOddsFile, returnReport } from "@lotus/fair/returns";
import { type ReturnRange, returnRanges } from "@lotus/games";
import {
  CheckpointVerifier,
  type FetchLogFile,
  leafHash,
  LogClient,
  type Policy,
  TILE_WIDTH,
  utf8,
  verifyInclusionProof,
} from "@lotus/tlog";

/** What games returned in the part of the log that was read. */
export interface LogReturns {
  /** Entries that were read. */
  readonly entries: number;
  readonly games: readonly GameReturn[];
}

/** Bundles of the log that a phone reads: about 2 MB, half a day of all games. */
const BUNDLES = 32;

interface Sources {
  readonly policy: Policy;
  readonly fetchLogFile: FetchLogFile;
  /** The reply of CALLS.proof. Rejects if it cannot be fetched. */
  readonly fetchProof: (gameCode: string, periodNo: string) => Promise<unknown>;
}

/**
 * Reads the newest entries of the log, verified under a checkpoint that the policy accepts, and what the games returned in them.
 * Rejects if there is none, or the log is not the one of its checkpoint.
 */
export async function readLogReturns({ policy, fetchLogFile, fetchProof }: Sources): Promise<LogReturns> {
  const verifier = new CheckpointVerifier(policy);
  const file = await fetchLogFile("checkpoint");
  const accepted = file === null ? "missing" : verifier.accept(new TextDecoder().decode(file));
  if (typeof accepted === "string") throw new Error(`no checkpoint: ${accepted}`);
  const { size } = accepted.checkpoint;
  const from = Math.max(0, (Math.ceil(size / TILE_WIDTH) - BUNDLES) * TILE_WIDTH);
  const sums = new LogSums();
  for await (const entry of new LogClient(fetchLogFile).entries(accepted.checkpoint, from))
    sums.add(new TextDecoder().decode(entry));
  const oldest = new Map<string, number | null>();
  for (const { game, periodNo, odds } of sums.periods()) {
    if (odds !== null || oldest.has(game)) continue;
    // One a game: periods are announced a day ahead, in a part that was not read.
    // oxlint-disable-next-line no-await-in-loop
    const proof = await fetchProof(game, periodNo).catch(() => null);
    oldest.set(game, announcedOdds(proof, sums, verifier));
  }
  const tables = new Map<number, ReturnType<typeof returnRanges>>();
  for (const entry of sums.odds) {
    // oxlint-disable-next-line no-await-in-loop
    const table = await readOddsFile(entry, fetchLogFile);
    if (typeof table !== "string") tables.set(entry.version, returnRanges(table.text));
  }
  const exactOf = (game: string, version: number): ReturnRange | null =>
    [...(tables.get(version) ?? [])].find(([code]) => code === game)?.[1] ?? null;
  const periods = sums.periods((game) => oldest.get(game) ?? null);
  return { entries: size - from, games: returnReport(periods, exactOf) };
}

/** The odds that a period was announced with, by its proof, whose entries of odds are added to the sums. */
function announcedOdds(proof: unknown, sums: LogSums, verifier: CheckpointVerifier): number | null {
  const read = readDrawProof(proof);
  if (!read.ok) return null;
  const { entries, odds = [] } = read.document;
  const isIn = ({ body, proof: text }: (typeof entries)[number]) =>
    typeof verifyInclusionProof(leafHash(utf8(body)), text, verifier) !== "string";
  const period = entries.find(({ type }) => type === "period");
  const entry = period !== undefined && isIn(period) ? parseEntry(period.body) : null;
  if (entry?.type !== "period") return null;
  for (const each of odds) if (isIn(each)) sums.add(each.body);
  return entry.oddsVersion;
}
