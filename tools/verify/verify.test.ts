import { expect, test } from "vitest";
import { drawFor } from "@lotus/games";
import { sampleProof } from "@lotus/fair/testing/sample-proof";
import { verifyCommand } from "./verify.ts";

const proof = sampleProof();

/** Runs the command on given files and URLs; returns its output and exit status. */
async function run(args: readonly string[], texts: Record<string, unknown> = {}, port?: string) {
  const [requests, printed]: [string[], string[]] = [[], []];
  const read = async (from: string) => {
    requests.push(from);
    const text = texts[from];
    if (text === undefined) throw new Error("nothing there");
    return typeof text === "string" ? text : JSON.stringify(text);
  };
  const world = { readText: read, fetchText: read, print: (text: string) => void printed.push(text), port };
  const status = await verifyCommand(args, world);
  return { status, requests, text: printed.join("") };
}

test("a valid proof passes, with each step described", async () => {
  const { status, text } = await run(["p.json"], { "p.json": proof });
  expect(status).toBe(0);
  expect(text).toContain("VALID: the result is the one committed to (7 of 7 checks).");
  expect(text).toContain("hashed 3 times it is the anchor");
  expect(text).toContain("8 2 5 9 8");
  expect(text).toContain("place 1: 228 mod 10 = 8 → 8");
  expect(text).not.toContain("FAIL");
});

test("a draw of every family is verified", async () => {
  for (const [game, family] of [
    ["SFC", "five-digits"],
    ["K3", "dice"],
    ["XYFT", "racing"],
    ["LHC", "mark-six"],
  ] as const) {
    const other = sampleProof({ game, mode: 1, draw: drawFor(family) });
    expect((await run(["p.json"], { "p.json": other })).status, game).toBe(0);
    const wrong = sampleProof({ game, draw: drawFor(family === "dice" ? "five-digits" : "dice") });
    expect((await run(["p.json"], { "p.json": wrong })).status, game).toBe(1);
  }
});

test("each byte is traced to the number it drew, in every family", async () => {
  for (const [game, family, lines] of [
    ["K3", "dice", ["place 1: 103 mod 6 = 1 → 2", "place 2: 231 mod 6 = 3 → 4"]],
    ["PK10", "racing", ["place 10: 94 mod 10 = 4 → 5", "place 1: what is left → 9"]],
    ["LHC", "mark-six", ["place 1: 73 mod 49 = 24 → 25", "place 3: 249 skip, 205 mod 47 = 17 → 20"]],
  ] as const) {
    const { text } = await run(["p.json"], { "p.json": sampleProof({ game, draw: drawFor(family) }) });
    for (const line of lines) expect(text, game).toContain(line);
  }
});

test("an invalid one says which step fails", async () => {
  const { status, text } = await run(["p.json"], { "p.json": { ...proof, anchor: proof.root } });
  expect(status).toBe(1);
  expect(text).toMatch(/FAIL {2}The secret belongs to the chain/);
  expect(text).toContain("! The hashes do not lead back to the start of the chain");
  expect(text).toMatch(/INVALID: 2 of 7 checks failed\.\n$/);
});

test("a future draw is pending, and a voided one passes", async () => {
  const { status, text } = await run(["p.json"], { "p.json": sampleProof({ state: "published" }) });
  expect(status).toBe(2);
  expect(text).toContain("PENDING");
  expect(await run(["p.json"], { "p.json": sampleProof({ state: "voided" }) })).toMatchObject({ status: 0 });
});

test("a game and a period are fetched from an operator, whose reply must be about them", async () => {
  const url = "http://127.0.0.1:8080/api/lottery/proof/FFC/202611210003";
  const answer = { code: 0, msg: "", data: proof };
  expect(await run(["FFC", "202611210003"], { [url]: answer })).toMatchObject({ status: 0, requests: [url] });
  const other = "http://127.0.0.1:8080/api/lottery/proof/FFC/202611210004";
  expect((await run(["FFC", "202611210004"], { [other]: answer })).text).toContain(
    "The proof is about another period",
  );
  expect((await run(["FFC", "1"], {}, "9000")).requests).toEqual([
    "http://127.0.0.1:9000/api/lottery/proof/FFC/1",
  ]);
  const far = await run(["FFC", "1", "--url", "https://house.example"], {});
  expect(far).toMatchObject({ status: 2, requests: ["https://house.example/api/lottery/proof/FFC/1"] });
});

test("the key can be given, and the walk along the chain skipped", async () => {
  expect((await run(["p", "--key", proof.publicKey], { p: proof })).status).toBe(0);
  expect((await run(["p", "--key", proof.root], { p: proof })).text).toContain("signed with another key");
  expect((await run(["p", "--no-walk"], { p: { ...proof, t: 3 } })).text).toContain("(not walked)");
});

test("an invalid proof, file or argument is reported with status 2", async () => {
  expect(await run(["nowhere"])).toMatchObject({ status: 2, text: "No proof from nowhere: nothing there\n" });
  expect(await run(["p"], { p: "{" })).toMatchObject({ status: 2, text: "p holds no JSON.\n" });
  expect((await run(["p"], { p: { ...proof, gameCode: "ABC" } })).status).toBe(2);
  expect((await run(["p"], { p: [] })).status).toBe(2);
  const refused = await run(["p"], { p: { code: 3004, msg: "unknown period", data: null } });
  expect(refused).toMatchObject({ status: 2, text: "The operator answers: unknown period (3004)\n" });
  for (const args of [[], ["a", "b", "c"], ["--what"], ["p", "--key"]])
    expect((await run(args)).text).toContain("usage:");
});
