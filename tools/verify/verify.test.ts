import { QUICKNET } from "@lotus/beacon";
import { PUBLIC_PARTIES } from "@lotus/fair";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet } from "@lotus/fair/testing/sample-bet";
import {
  SAMPLE_CHAIN,
  SAMPLE_PERIOD,
  sampleDocument,
  sampleEntries,
  sampleNumbers,
  sampleVoid,
} from "@lotus/fair/testing/sample-draw";
import { sampleLogServer } from "@lotus/fair/testing/sample-log";
import { drawFor, payoutByRules } from "@lotus/games";
import { cosignerKey, type FetchLogFile, formatVerifierKey } from "@lotus/tlog";
import { expect, test } from "vitest";
import { verifyCommand } from "./verify.ts";

const NUMBERS = sampleNumbers(drawFor("five-digits"));
const ENTRIES = sampleEntries(NUMBERS);
const DRAW = sampleDocument(ENTRIES);
const INFO = {
  hash: SAMPLE_CHAIN.hash,
  public_key: SAMPLE_CHAIN.publicKey,
  genesis_time: SAMPLE_CHAIN.genesisS,
  period: SAMPLE_CHAIN.periodS,
  schemeID: DRAW.beacon.scheme,
};

/** The sample's bet as the rules settle it. */
const due = payoutByRules(SAMPLE_BET, NUMBERS, SAMPLE_PERIOD.drawAt);
const BET = sampleBet({ numbers: NUMBERS, paid: { ...SAMPLE_PAYOUT, ...due } });

/** Runs the command on given files and URLs; returns its output and exit status. */
async function run(
  args: readonly string[],
  texts: Record<string, unknown> = {},
  {
    port,
    log = async () => null,
    witness = async () => new Response(null, { status: 404 }),
  }: { readonly port?: string; readonly log?: FetchLogFile; readonly witness?: typeof fetch } = {},
) {
  const [requests, printed]: [string[], string[]] = [[], []];
  const read = async (from: string) => {
    requests.push(from);
    const text = texts[from];
    if (text === undefined) throw new Error("nothing there");
    return typeof text === "string" ? text : JSON.stringify(text);
  };
  const print = (text: string) => void printed.push(text);
  const fetchFile = (url: string) => log(url.split("/log/")[1] ?? url);
  const now = () => 0;
  const world = { readText: read, fetchText: read, fetchFile, fetch: witness, print, port, now };
  const status = await verifyCommand(args, world);
  return { status, requests, text: printed.join("") };
}

test("a valid draw passes, with each step described", async () => {
  const { status, text } = await run(["p.json"], { "p.json": DRAW });
  expect(status).toBe(0);
  expect(text).toContain("Draw FFC 202611210003");
  expect(text).toContain("VALID: the sales were fixed");
  expect(text).toContain("cosigned by w2.example, w3.example, by 2026-11-21T05:02:");
  expect(text).toContain(NUMBERS.join(" "));
  expect(text).toMatch(/place 1: (?:\d+ skip, )*\d+ mod 10 = \d → \d/u);
  expect(text).not.toContain("FAIL");
});

test("a valid bet passes, with its draw and its payout", async () => {
  expect(due).toEqual({ payout: "9.75", refund: "0.00" });
  const { status, text } = await run(["b.json"], { "b.json": BET });
  expect(text).not.toContain("FAIL");
  expect(status).toBe(0);
  expect(text).toContain(`Bet ${SAMPLE_BET.orderNo}`);
  expect(text).toContain("payout 9.75, refund 0.00");
  expect(text).toContain("VALID: accepted, drawn and paid as the rules say.");
});

test("who is public is known by keys: claims of the document, names and another key under a public hash count for nothing", async () => {
  const [listed] = PUBLIC_PARTIES.witnesses;
  const policy = DRAW.policy.replaceAll(/(witness W0 )[^+]+/gu, `$1${listed?.name ?? ""}`);
  const vkey = formatVerifierKey(cosignerKey(listed?.name ?? "", new Uint8Array(32).fill(2)));
  const claims = {
    ...DRAW,
    policy: policy.replace(/witness W0 .*/u, `witness W0 ${vkey}`),
    runBy: { beacon: "public", witnesses: "public" },
  };
  const { text } = await run(["p"], { p: claims });
  expect(text).toContain(`${listed?.name} (not known as public)`);
  expect(text).toContain("Witnesses that are known as public do not decide this quorum.");
  expect(text).toContain("This is no public beacon");
  // An old file verifies as it did, whatever it claims.
  expect((await run(["p"], { p: { ...DRAW, runBy: { beacon: "house", witnesses: "none" } } })).status).toBe(
    0,
  );
  const posing = { ...DRAW, beacon: { ...DRAW.beacon, hash: QUICKNET.hash } };
  const posed = await run(["p"], { p: posing });
  expect(posed.text).toContain("The beacon is not the trusted one");
  expect(posed.status).toBe(1);
  const info = { ...INFO, hash: QUICKNET.hash };
  const given = await run(["p", "--beacon", "info"], { p: posing, info });
  expect(given.text).toContain("The beacon is not the trusted one");
});

test("with a policy, a beacon that only the document names proves nothing", async () => {
  const { status, text } = await run(["p", "--policy", "w"], { p: DRAW, w: DRAW.policy });
  expect([status, text.includes("NOT PROVED: name the beacon")]).toEqual([2, true]);
});

test("a bet is not proved by a log at an address that answers nothing", async () => {
  const { status, text } = await run(["b.json", "--url", "https://x"], { "b.json": BET });
  expect([status, text.includes("NOT PROVED: the log at this address")]).toEqual([2, true]);
});

test("without a policy it says that nothing is proved against the operator", async () => {
  const open = await run(["p"], { p: DRAW });
  expect(open.text).toContain("proves nothing against the operator");
  expect(open.text).toContain("could know results before the draw");
  const pinned = await run(["p", "--policy", "w.policy", "--beacon", "info.json"], {
    p: DRAW,
    "w.policy": DRAW.policy,
    "info.json": INFO,
  });
  expect(pinned.status).toBe(0);
  expect(pinned.text).not.toContain("proves nothing");
  expect(pinned.text).not.toContain("could know results");
  expect(pinned.text).toContain(
    "Witnesses: w2.example (not known as public), w3.example (not known as public)",
  );
});

test("the given policy and beacon decide, not those of the document", async () => {
  const strict = DRAW.policy.replace("group two 2", "group two 3");
  const refused = await run(["p", "--policy", "w"], { p: DRAW, w: strict });
  expect(refused.status).toBe(1);
  expect(refused.text).toContain("! The period entry was not cosigned by enough of the trusted witnesses");
  const other = await run(["p", "--beacon", "b"], { p: DRAW, b: { ...INFO, genesis_time: 1 } });
  expect(other.status).toBe(1);
  expect(other.text).toContain("! The beacon is not the trusted one");
  const none = await run(["p", "--policy", "w"], {
    p: DRAW,
    w: `${DRAW.policy.split("\n")[0] ?? ""}\nquorum none\n`,
  });
  expect(none.text).toContain("VALID, but unwatched");
  expect(none.text).toContain("Nobody watches this operator");
});

test("an invalid draw or bet says which step fails", async () => {
  const draw = await run(["p"], { p: { ...DRAW, numbers: NUMBERS.toReversed() } });
  expect(draw.status).toBe(1);
  expect(draw.text).toMatch(/FAIL {2}The numbers follow from the round/u);
  expect(draw.text).toContain("INVALID: 1 of 7 steps failed.");
  const bet = await run(["b"], {
    b: sampleBet({ numbers: NUMBERS, paid: { ...SAMPLE_PAYOUT, payout: "9.70" } }),
  });
  expect(bet.status).toBe(1);
  expect(bet.text).toContain("! The rules give payout 9.75, refund 0.00; paid: payout 9.70, refund 0.00");
  expect(bet.text).toContain("INVALID: 1 of 6 steps failed.");
});

test("a future draw is pending, a cancelled one passes, and a cancelled order is named", async () => {
  expect((await run(["p"], { p: sampleDocument(ENTRIES.slice(0, 5)) })).status).toBe(2);
  const log = [...ENTRIES.slice(0, 4), sampleVoid()];
  const texts = { p: sampleDocument(log) };
  const claimed = await run(["p"], texts);
  expect(claimed.status, "nobody has confirmed it").toBe(2);
  expect(claimed.text).toContain("The log confirms that ten minutes after the time of the draw");
  const cancelled = await run(["p", "--url", "https://operator.example"], texts, {
    log: sampleLogServer(log).fetch,
  });
  expect(cancelled.status).toBe(0);
  expect(cancelled.text).toContain("cancelled before the round: technical problem");
  const cancelledAt = SAMPLE_BET.acceptedAt + 1;
  const order = await run(["b"], { b: sampleBet({ numbers: NUMBERS, cancelledAt, paid: null }) });
  expect(order.status).toBe(0);
  expect(order.text).toContain("If the player did not ask for that, it is a forgery.");
});

test("a game and a period are fetched from an operator, whose reply must be about them", async () => {
  const url = "http://127.0.0.1:8080/api/lottery/proof/FFC/202611210003";
  const answer = { code: 0, msg: "", data: DRAW };
  expect(await run(["FFC", "202611210003"], { [url]: answer })).toMatchObject({ status: 0, requests: [url] });
  const other = "http://127.0.0.1:8080/api/lottery/proof/FFC/202611210004";
  expect((await run(["FFC", "202611210004"], { [other]: answer })).text).toContain(
    "The document is about another draw",
  );
  expect((await run(["FFC", "1"], {}, { port: "9000" })).requests).toEqual([
    "http://127.0.0.1:9000/api/lottery/proof/FFC/1",
  ]);
  const far = await run(["FFC", "1", "--url", "https://operator.example"], {});
  expect(far).toMatchObject({ status: 2, requests: ["https://operator.example/api/lottery/proof/FFC/1"] });
});

test("the log of the operator is read, and what a document leaves out is named", async () => {
  const log = [...ENTRIES.slice(0, 4), sampleVoid(), ...ENTRIES.slice(4)];
  const url = "http://127.0.0.1:8080/api/lottery/proof/FFC/202611210003";
  const whole = sampleDocument(log);
  const document = { ...whole, entries: whole.entries.filter(({ type }) => type !== "void") };
  const texts = { [url]: { code: 0, msg: "", data: document } };
  const { status, text } = await run(["FFC", "202611210003"], texts, { log: sampleLogServer(log).fetch });
  expect(status).toBe(1);
  expect(text).toContain("! The log has a void entry about this draw that the document leaves out");
});

test("a period that is said to be void is invalid with the close that was shown before its round", async () => {
  const shown = sampleBet({ numbers: NUMBERS }).proof.entries.find(({ type }) => type === "close");
  const { receipt, proof } = sampleBet({
    numbers: NUMBERS,
    state: "closed",
    edit: (entries) =>
      entries.map((entry) =>
        entry.type === "close" ? { ...entry, cosignedAt: entry.cosignedAt + 3 } : entry,
      ),
  });
  const published = { ...proof, beacon: { ...proof.beacon, signature: DRAW.beacon.signature } };
  const without = await run(["b"], { b: { receipt, proof: published } });
  expect(without.status).toBe(2);
  expect(without.text).toContain(`by its round it would have been ${NUMBERS.join(" ")}`);
  expect(without.text).toContain("drawn, it would have been paid: payout 9.75, refund 0.00");
  const { status, text } = await run(["b"], { b: { receipt, proof: published, shown } });
  expect(status).toBe(1);
  expect(text).toContain(
    "! Not drawn, though witnesses had seen the close before the round, as the file shows",
  );
});

test("a period that is void by rule is invalid if witnesses had cosigned its close in time after all", async () => {
  const close = ENTRIES[4];
  if (close === undefined) throw new Error("no close");
  const late = [...ENTRIES.slice(0, 4), { ...close, cosignedAt: close.cosignedAt + 3 }];
  const document = { ...sampleDocument(late), beacon: DRAW.beacon };
  // What each of two witnesses had cosigned before the round.
  const proof = DRAW.entries.find(({ type }) => type === "close")?.proof ?? "";
  const [body = "", signatures = ""] = proof.slice(proof.indexOf("\n\n") + 2).split("\n\n");
  const [ofLog, ...cosignatures] = signatures.trimEnd().split("\n");
  const asked: string[] = [];
  const witness: typeof fetch = async (input) => {
    const url = input instanceof Request ? input.url : input.toString();
    asked.push(url);
    const own = cosignatures[url.startsWith("https://w0") ? 0 : 1];
    const checkpoints = url.startsWith("https://w2") ? ["nonsense"] : [`${body}\n\n${ofLog}\n${own}\n`];
    return Response.json({ checkpoints });
  };
  const policy = DRAW.policy.replaceAll(
    /^witness W(\d) .*$/gmu,
    (line, n: string) => `${line} https://w${n}.example`,
  );
  const args = ["p", "--policy", "w", "--beacon", "info", "--url", "https://operator.example"];
  const { fetch: log } = sampleLogServer(late);
  const { status, text } = await run(args, { p: document, w: policy, info: INFO }, { log, witness });
  expect(text).toContain("! Not drawn, though witnesses had seen the close before the round");
  expect([status, asked.length]).toEqual([1, 3]);
  const silent = await run(args, { p: document, w: policy, info: INFO }, { log });
  expect([silent.status, silent.text.includes("VOIDED")]).toEqual([0, true]);
});

test("a file or an argument that cannot be used is reported with status 2", async () => {
  expect(await run(["nowhere"])).toMatchObject({ status: 2, text: "Nothing from nowhere: nothing there\n" });
  expect(await run(["p"], { p: "{" })).toMatchObject({ status: 2, text: "p holds no JSON.\n" });
  expect((await run(["p"], { p: { ...DRAW, gameCode: "ABC" } })).status).toBe(2);
  expect((await run(["p"], { p: [] })).status).toBe(2);
  expect((await run(["p"], { p: { receipt: null, proof: null } })).status).toBe(2);
  expect((await run(["p", "--policy", "w"], { p: DRAW, w: "quorum two" })).text).toContain(
    'The policy cannot be used: line 1: "two" is not defined above',
  );
  expect((await run(["p", "--beacon", "b"], { p: DRAW, b: "{}" })).text).toContain("drand's /info");
  const refused = await run(["p"], { p: { code: 3004, msg: "unknown period", data: null } });
  expect(refused).toMatchObject({ status: 2, text: "The operator answers: unknown period (3004)\n" });
  for (const args of [[], ["K3"], ["a", "b", "c"], ["--what"], ["p", "--policy"]])
    expect((await run(args)).text).toContain("usage:");
});

test("the rules settle only bets that they know, at the stake of their bets", () => {
  const settle = (values: object) =>
    payoutByRules({ ...SAMPLE_BET, ...values }, NUMBERS, SAMPLE_PERIOD.drawAt);
  expect(settle({ game: "ABC" })).toBeNull();
  expect(settle({ optionId: "ABC" })).toBeNull();
  expect(settle({ groups: [] })).toBeNull();
  expect(settle({ betCount: 9 })).toBeNull();
  expect(settle({ total: "9.00" })).toBeNull();
  expect(settle({ odds: { hit: "x" } })).toBeNull();
  expect(() => settle({ odds: {} })).toThrow(RangeError);
});
