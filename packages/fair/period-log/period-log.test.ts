import { roundTime } from "@lotus/beacon";
import { verifyRound } from "@lotus/beacon/verify";
import { formatVerifierKey, parsePolicy, SIGNATURE_TYPES, TILE_WIDTH, verifierKey } from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";
import { describe, expect, test } from "vitest";
import { checkBet } from "../bet-proof/check-bet.ts";
import { checkDraw } from "../draw-proof/check-draw.ts";
import type { DrawProofDocument } from "../draw-proof/document.ts";
import type { DrawReport } from "../draw-proof/report.ts";
import { sampleBet } from "../testing/sample-bet.ts";
import {
  SAMPLE_CHAIN,
  SAMPLE_PERIOD,
  SAMPLE_ROUND,
  SAMPLE_TRUST,
  sampleDocument,
  sampleEntries,
  sampleEntry,
  type SampleEntry,
  sampleNumbers,
  sampleSkipped,
  sampleVoid,
} from "../testing/sample-draw.ts";
import { OTHER_LOG_SECRET, SAMPLE_OVER, sampleLogRoot, sampleLogServer } from "../testing/sample-log.ts";
import { PeriodLogReader } from "./period-log-reader.ts";

/** Five digits, as packages/games draws them. */
const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const ENTRIES = sampleEntries(sampleNumbers(draw));
const ROUND_S = roundTime(SAMPLE_CHAIN, SAMPLE_ROUND) / 1000;
const { game, periodNo } = SAMPLE_PERIOD;

const CLOSE = 4;
const SECOND_CLOSE = sampleEntry(
  "close",
  { game, periodNo, orders: 1, stake: "5.00", betsRoot: "ab".repeat(32) },
  ROUND_S - 2,
);

/** What the log has, in order, and a document of it that shows only some types. */
interface Case {
  readonly log: readonly SampleEntry[];
  readonly hide: (entry: SampleEntry, index: number) => boolean;
}

/** A document of a log which leaves out what is hidden: proofs are those of the whole log. */
function shown({ log, hide }: Case): DrawProofDocument {
  const whole = sampleDocument(log);
  const isOther = ({ type, body }: SampleEntry) => type === "odds" || body.includes('"game":"K3"');
  const places = log.flatMap((entry, index) => (isOther(entry) ? [] : [{ entry, index }]));
  const entries = whole.entries.filter((_, at) => {
    const place = places[at];
    return place !== undefined && !hide(place.entry, place.index);
  });
  const isDrawn = entries.some(({ type }) => type === "draw");
  if (isDrawn) return { ...whole, entries };
  return { ...whole, entries, numbers: null, beacon: { ...whole.beacon, signature: null, randomness: null } };
}

/** Checks a document with the log of a server. */
async function check(
  document: DrawProofDocument,
  log: readonly SampleEntry[],
  cosignedAt = SAMPLE_OVER,
): Promise<DrawReport> {
  const reader = new PeriodLogReader(SAMPLE_TRUST, sampleLogServer(log, { cosignedAt }).fetch);
  return checkDraw(document, { trust: SAMPLE_TRUST, draw, verifyRound, log: await reader.read(document) });
}

/** The line of a policy for the log of this name; its key is that of `sampleLogServer`. */
const logLine = (origin: string): string =>
  `log ${formatVerifierKey(verifierKey(origin, SIGNATURE_TYPES.ed25519, publicKeyOf(OTHER_LOG_SECRET)))}`;

const faultsOf = ({ steps }: DrawReport) =>
  steps.flatMap(({ step, faults }) =>
    faults.map((fault) => `${step}: ${fault.name}${"type" in fault ? ` ${fault.type}` : ""}`),
  );
const logStep = ({ steps }: DrawReport) => steps.find(({ step }) => step === "log")?.state;
const of =
  (...types: string[]) =>
  ({ type }: SampleEntry) =>
    types.includes(type);

describe("an honest operator", () => {
  test("has nothing else in its log about a drawn period", async () => {
    const report = await check(sampleDocument(ENTRIES), ENTRIES);
    expect(logStep(report)).toBe("ok");
    expect(report.verdict).toBe("valid");
  });

  test("has nothing else about a cancelled one, which is decided ten minutes after its round", async () => {
    const log = [...ENTRIES.slice(0, CLOSE), sampleVoid()];
    const document = sampleDocument(log);
    expect(await check(document, log, SAMPLE_OVER - 1_000)).toMatchObject({
      verdict: "pending",
      voided: { by: "entry" },
    });
    expect((await check(document, log)).verdict).toBe("voided");
  });

  test("may have skipped a cancelled period together with its neighbours", async () => {
    const log = [...ENTRIES.slice(0, CLOSE), sampleVoid()];
    const report = await check(sampleDocument(log), [...log, sampleSkipped("202611210001", "202611210009")]);
    expect([report.verdict, report.voided]).toEqual(["voided", { by: "entry", reason: "technical problem" }]);
  });

  test("may have logged payouts, and other games, since the document was made", async () => {
    const log = [...ENTRIES, ...ENTRIES.filter(({ body }) => body.includes('"game":"K3"'))];
    expect((await check(sampleDocument(ENTRIES.slice(0, 6)), log)).verdict).toBe("valid");
  });

  test("may go on in another log after a restore: that one decides nothing about the first", async () => {
    const other = sampleLogServer(ENTRIES, { origin: "restored.example" });
    const policy = parsePolicy(`${logLine("restored.example")}\n${sampleDocument(ENTRIES).policy}`);
    const reader = new PeriodLogReader({ ...SAMPLE_TRUST, policy }, other.fetch);
    expect(await reader.read(sampleDocument(ENTRIES))).toBeNull();
  });

  test("may be unreachable, or have no log any more that the policy knows: then nothing is decided", async () => {
    const log = [...ENTRIES.slice(0, CLOSE), sampleVoid()];
    const document = sampleDocument(log);
    for (const fetch of [async () => null, () => Promise.reject(new Error("offline"))]) {
      const reader = new PeriodLogReader(SAMPLE_TRUST, fetch);
      expect(await reader.read(document)).toBeNull();
    }
    expect(checkDraw(document, { trust: SAMPLE_TRUST, draw, verifyRound, log: null }).verdict).toBe(
      "pending",
    );
    const drawn = checkDraw(sampleDocument(ENTRIES), { trust: SAMPLE_TRUST, draw, verifyRound });
    expect([drawn.verdict, logStep(drawn)]).toEqual(["valid", "open"]);
  });
});

describe("a dishonest operator is noticed who hides", () => {
  const late = { ...sampleEntries(sampleNumbers(draw))[CLOSE], cosignedAt: ROUND_S } as SampleEntry;
  const withLate = ENTRIES.map((entry) => (entry.type === "close" ? late : entry));

  test.each<[string, Case, string[]]>([
    [
      "a second close",
      {
        log: [...ENTRIES.slice(0, CLOSE), SECOND_CLOSE, ...ENTRIES.slice(CLOSE)],
        hide: (_, index) => index === CLOSE,
      },
      ["log: double-entry close"],
    ],
    [
      "a cancellation before a draw",
      { log: [...ENTRIES.slice(0, CLOSE), sampleVoid(), ...ENTRIES.slice(CLOSE)], hide: of("void") },
      ["log: left-out-entry void"],
    ],
    [
      "the draw of a period that it shows as cancelled",
      {
        log: [...ENTRIES.slice(0, CLOSE), sampleVoid(), ...ENTRIES.slice(CLOSE)],
        hide: of("close", "draw", "settled"),
      },
      ["log: left-out-entry close", "log: left-out-entry draw"],
    ],
    [
      "the draw of a period whose close it shows as cosigned too late",
      { log: withLate, hide: of("draw", "settled") },
      ["log: left-out-entry draw"],
    ],
    [
      "the draw of a period that it shows as skipped",
      {
        log: [...ENTRIES, sampleSkipped(periodNo, periodNo)],
        hide: of("close", "draw", "settled"),
      },
      ["log: left-out-entry close", "log: left-out-entry draw"],
    ],
    [
      "a second announcement",
      {
        log: [
          ...ENTRIES.slice(0, 3),
          sampleEntry("period", { ...SAMPLE_PERIOD }, ROUND_S - 3_000),
          ...ENTRIES.slice(3),
        ],
        hide: (_, index) => index === 3,
      },
      ["log: double-entry period"],
    ],
  ])("%s", async (_, hidden, faults) => {
    const document = shown(hidden);
    const report = await check(document, hidden.log);
    expect(faultsOf(report)).toEqual(faults);
    expect(report.verdict).toBe("invalid");
  });

  test("the whole log: the one that it serves has not the entries that it proved", async () => {
    const forked = ENTRIES.map((entry, at) => (at === CLOSE ? SECOND_CLOSE : entry));
    expect(faultsOf(await check(sampleDocument(ENTRIES), forked))).toEqual([
      "log: double-entry close",
      "log: not-included close",
    ]);
  });
});

describe("a receipt", () => {
  /** Checks a bet whose receipt names the log that `known` makes of the present one. */
  async function checkWith(known: (log: readonly SampleEntry[]) => readonly SampleEntry[]) {
    let log: readonly SampleEntry[] = [];
    const options = { numbers: sampleNumbers(draw), edit: (all: SampleEntry[]) => ((log = all), all) };
    sampleBet(options);
    const bet = sampleBet({ ...options, knownLog: sampleLogRoot(known(log)) });
    const reader = new PeriodLogReader(SAMPLE_TRUST, sampleLogServer(log).fetch);
    return checkBet(bet, {
      trust: SAMPLE_TRUST,
      draw,
      verifyRound,
      payoutOf: () => ({ payout: "9.75", refund: "0.00" }),
      askedToCancel: false,
      log: await reader.read(bet.proof, bet.receipt),
    });
  }

  test("names a log with which the present one still begins", async () => {
    for (const size of [3, 4])
      expect((await checkWith((log) => log.slice(0, size))).verdict, String(size)).toBe("valid");
    for (const size of [0, 1, 2])
      expect((await checkWith((log) => log.slice(0, size))).steps[0]?.faults, "before its period").toEqual([
        { name: "rewritten-log" },
      ]);
  });

  test("names one that was rewritten since: that is noticed", async () => {
    const { verdict, steps } = await checkWith((log) => [...log.slice(0, 3), SECOND_CLOSE]);
    expect(verdict).toBe("invalid");
    expect(steps[0]?.faults).toEqual([{ name: "rewritten-log" }]);
  });

  test("of a period that is shown as skipped is refused: only periods that sold nothing are", async () => {
    const skipped = sampleBet({
      numbers: sampleNumbers(draw),
      state: "open",
      edit: (entries) => [...entries, sampleSkipped(periodNo, periodNo)],
    });
    const report = checkBet(skipped, {
      trust: SAMPLE_TRUST,
      draw,
      verifyRound,
      payoutOf: () => null,
      askedToCancel: false,
    });
    expect(report.steps.flatMap(({ faults }) => faults.map(({ name }) => name))).toContain("not-in-close");
  });
});

describe("a long log", () => {
  /** Draws of another game, one every three seconds, of which the sample's period is in the middle. */
  const other = (from: number, to: number): SampleEntry[] =>
    Array.from({ length: to - from }, (_, at) =>
      sampleEntry(
        "draw",
        {
          game: "K3",
          periodNo: `20261121${1_000 + ((from + at + 10_000) % 9_000)}`,
          round: SAMPLE_ROUND + from + at,
          signature: "00".repeat(48),
          numbers: [1, 2, 3],
        },
        ROUND_S,
      ),
    );
  const before = other(-10_000, 0);
  const log = [
    ...ENTRIES.slice(0, CLOSE),
    ...before,
    sampleVoid(),
    ...other(0, 100),
    ...ENTRIES.slice(5, 6),
    ...other(100, 10_000),
  ];

  test("is read around the time of the draw only", async () => {
    const server = sampleLogServer(log);
    const document = shown({ log: log.slice(0, CLOSE + before.length + 1), hide: () => false });
    const read = await new PeriodLogReader(SAMPLE_TRUST, server.fetch).read(document);
    expect(read?.lines.map(({ type }) => type)).toEqual(["void", "draw"]);
    const bundles = server.fetched.filter((path) => path.startsWith("tile/entries/"));
    expect(log.length / TILE_WIDTH).toBeGreaterThan(78);
    expect(bundles.length).toBeLessThan(20);
    expect(read?.from).toBeGreaterThan(before.length - 200 - 3 * TILE_WIDTH);
    expect(read?.to).toBeLessThan(before.length + 200 + 3 * TILE_WIDTH);
  });
});
