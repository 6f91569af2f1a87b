import {
  BAND_ALPHA,
  FALSE_ALARMS,
  type GameReturn,
  type LoggedSums,
  LogSums,
  RARE,
  readOddsFile,
  returnReport,
} from "@lotus/fair/returns";
import { type ReturnRange, returnRanges, toNumber } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import { CheckpointVerifier, LogClient, LogFault, MissingLogFile } from "@lotus/tlog";
import { policyIn, policyOf } from "./app-report.ts";
import { readFrom } from "./read-documents.ts";
import { linesOf, type ShownStep } from "./report-lines.ts";
import { describeLog } from "./trust.ts";
import { type ExitStatus, Unverifiable, type VerifyWorld } from "./verify-world.ts";

export const AUDIT_USAGE = `usage: audit [--url ADDRESS] [--policy FILE] [--from DAY] [--to DAY]

Computes from an operator's public log what each game returned, beside what its odds return, for the days of the periods'
numbers from --from to --to, both included and as 2026-11-30; by default all. --url and --policy as of verify.
Exit status 0: nothing speaks against the odds. 1: a return, or sums, that the odds do not allow, or another log or table of
odds than the signed ones. 2: nothing to compute.
`;

/** What to compute. */
export interface AuditArguments {
  /** Address of the operator, without a slash at its end. */
  readonly url: string;
  /** A tlog-policy; without it the operator's own is taken. */
  readonly policyFile: string | undefined;
  /** Days as in the numbers of periods, yyyymmdd. */
  readonly from: string;
  readonly to: string;
}

const VALUED: ReadonlySet<string> = new Set(["--url", "--policy", "--from", "--to"]);
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** The arguments of an audit; null if they are not as in its usage. */
export function readAuditArguments(
  args: readonly string[],
  { port }: Pick<VerifyWorld, "port">,
): AuditArguments | null {
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i += 2) {
    const [name = "", value = ""] = args.slice(i, i + 2);
    if (!VALUED.has(name) || value === "") return null;
    values.set(name, value);
  }
  const [from, to] = [values.get("--from"), values.get("--to")];
  if ([from, to].some((day) => day !== undefined && !DAY.test(day))) return null;
  return {
    url: (values.get("--url") ?? `http://127.0.0.1:${port ?? "8080"}`).replace(/\/+$/u, ""),
    policyFile: values.get("--policy"),
    from: from?.replaceAll("-", "") ?? "",
    to: to?.replaceAll("-", "") ?? "99999999",
  };
}

/** Reads the whole log, verified under its checkpoint, and prints what its games returned. @throws Unverifiable */
export async function auditReturns(options: AuditArguments, world: VerifyWorld): Promise<ExitStatus> {
  const { url, policyFile, from, to } = options;
  const policy = policyIn(
    policyFile === undefined ? await policyOf(url, world) : await readFrom(policyFile, world.readText),
  );
  const file = (path: string) => world.fetchFile(`${url}/log/${path}`);
  const checkpoint = await file("checkpoint").catch(() => null);
  const accepted =
    checkpoint === null
      ? "missing"
      : new CheckpointVerifier(policy).accept(new TextDecoder().decode(checkpoint));
  if (typeof accepted === "string")
    throw new Unverifiable(`The operator shows no checkpoint that the policy accepts: ${accepted}`);
  const { origin, size } = accepted.checkpoint;
  const sums = new LogSums();
  try {
    for await (const entry of new LogClient(file).entries(accepted.checkpoint))
      sums.add(new TextDecoder().decode(entry));
  } catch (error) {
    if (error instanceof MissingLogFile || !(error instanceof LogFault))
      throw new Unverifiable(`The log cannot be read: ${String(error)}`);
    world.print(`WRONG: the log is not the one of its checkpoint: ${error.message}\n`);
    return 1;
  }
  const tables = await readTables(sums, file);
  const periods = sums
    .periods()
    .filter(({ periodNo }) => periodNo.slice(0, 8) >= from && periodNo.slice(0, 8) <= to);
  const exactOf = (game: string, version: number) => rangeOf(tables.get(version), game);
  const report = returnReport(periods, exactOf);
  const isOff = report.some(({ judged, impossible }) => isAccused(judged) || impossible.length > 0);
  const isWrong = [...tables.values()].includes("wrong");
  const isEmpty = report.every(({ counted }) => counted === 0);
  const lines = [
    `Returns of ${url} by the log ${origin}, ${size} entries${spanText(periods)}`,
    "",
    ...tableSteps(tables).flatMap(linesOf),
    ...report.flatMap((each) => linesOf(stepOf(each, (version) => exactOf(each.game, version), periods))),
    "",
    isWrong || isOff
      ? "OFF: see above."
      : isEmpty
        ? "NOTHING: no period with sums."
        : `IN LINE: nothing here speaks against the odds. An honest house is called off once in ${1 / FALSE_ALARMS} times.`,
    "",
  ];
  world.print(`${lines.join("\n")}\n${describeLog({ policy, isPolicyGiven: policyFile !== undefined })}\n`);
  if (isWrong || isOff) return 1;
  return isEmpty ? 2 : 0;
}

type Table = ReadonlyMap<string, ReturnRange> | "wrong" | "missing" | "unknown";

/** The tables of odds by version, each compared with its hash in the log. */
async function readTables(
  { odds }: LogSums,
  file: (path: string) => Promise<Uint8Array | null>,
): Promise<Map<number, Table>> {
  const read = odds.map(async (entry): Promise<[number, Table]> => {
    const table = await readOddsFile(entry, file);
    return [entry.version, typeof table === "string" ? table : (returnRanges(table.text) ?? "unknown")];
  });
  return new Map(await Promise.all(read));
}

function rangeOf(table: Table | undefined, game: string): ReturnRange | null {
  return table instanceof Map ? (table.get(game) ?? null) : null;
}

const TABLE_FAULTS = {
  wrong: "is not the one of the log",
  missing: "is not served",
  unknown: "has games or options that are not known here",
};

function tableSteps(tables: ReadonlyMap<number, Table>): ShownStep[] {
  return [...tables].flatMap(([version, table]): ShownStep[] =>
    typeof table === "string"
      ? [
          {
            state: table === "wrong" ? "failed" : "open",
            title: `Table of odds ${version}`,
            faults: [`It ${TABLE_FAULTS[table]}`],
            details: [],
          },
        ]
      : [],
  );
}

function isAccused(judged: GameReturn["judged"]): boolean {
  return judged === "low" || judged === "high";
}

function stepOf(
  report: GameReturn,
  rangeOfVersion: (version: number) => ReturnRange | null,
  periods: readonly LoggedSums[],
): ShownStep {
  const { game, counted, measured, exact, band, judged, impossible, rareShare } = report;
  const faults: string[] = [];
  if (judged === "low") faults.push("Less was paid than any bets at these odds return");
  if (judged === "high") faults.push("More was paid than any bets at these odds return");
  for (const periodNo of impossible.slice(0, 20))
    faults.push(`${periodNo}: no bets at these odds have its sums`);
  const details = [coverText(report)];
  if (exact !== null && band !== null) {
    details.push(
      `stakes ${moneyText(report.stake)}, of which ${moneyText(report.refund)} went back; paid ${moneyText(report.paid)}`,
      `band of ${100 * (1 - BAND_ALPHA)} %: ${rangeText(band.low, band.highWithoutRare)} if no bet may win over ${RARE.times} times its stake, to ${percent(band.high)} for any bets`,
    );
    if (rareShare > 0)
      details.push(
        `an honest house had at least ${percent(rareShare)} of its stakes on bets that may win over ${RARE.times} times`,
      );
    const versions = new Set(periods.flatMap((each) => (each.game === game ? (each.odds ?? []) : [])));
    for (const version of versions) details.push(...optionLines(version, rangeOfVersion(version)));
  }
  const isFailed = isAccused(judged) || impossible.length > 0;
  return {
    state: isFailed ? "failed" : counted === 0 ? "open" : "ok",
    title:
      exact === null || measured === null
        ? `${game}: nothing to compute`
        : `${game}: ${percent(measured)} measured, ${rangeText(exact.low, exact.high)} by the odds`,
    faults,
    details,
  };
}

function coverText({ counted, unstated, voided, open, unknownOdds }: GameReturn): string {
  const drawn = counted + unstated + unknownOdds;
  const others = [
    [unstated, "of a few players have no sums"],
    [unknownOdds, "are under odds that are not known"],
    [voided, "void"],
    [open, "not settled"],
  ] as const;
  const rest = others.flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`]));
  return [`${counted} of ${drawn} drawn periods counted`, ...rest].join(", ");
}

/** Options per line that are named. */
const NAMED = 8;

/** The exact return of each option; those with the same share a line. */
function optionLines(version: number, range: ReturnRange | null): string[] {
  const byReturn = Map.groupBy(range?.options ?? [], ({ low, high }) =>
    rangeText(toNumber(low), toNumber(high)),
  );
  return [...byReturn].map(([text, options]) => {
    const names = options.slice(0, NAMED).map(({ option }) => option);
    const more = options.length > NAMED ? ` and ${options.length - NAMED} more` : "";
    return `odds ${version}, ${text}: ${names.join(" ")}${more}`;
  });
}

function spanText(periods: readonly LoggedSums[]): string {
  const days = periods.map(({ periodNo }) => periodNo.slice(0, 8)).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? "" : `, days ${first} to ${last}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function rangeText(low: number, high: number): string {
  return low === high ? percent(low) : `${percent(low)} to ${percent(high)}`;
}

function moneyText(minor: number): string {
  return formatMoney(BigInt(minor));
}
