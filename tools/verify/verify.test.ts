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
import type { FetchLogFile } from "@lotus/tlog";
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
  { port, log = async () => null }: { readonly port?: string; readonly log?: FetchLogFile } = {},
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
  const world = { readText: read, fetchText: read, fetchFile, print, port };
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
  expect(pinned.text).toContain("Witnesses: w2.example, w3.example, w4.example");
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
  expect(bet.text).toContain("INVALID: 1 of 5 steps failed.");
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
