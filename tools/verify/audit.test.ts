import { canonicalJson } from "@lotus/fair";
import { SAMPLE_TRUST, sampleDocument } from "@lotus/fair/testing/sample-draw";
import { sampleLogServer } from "@lotus/fair/testing/sample-log";
import { nobleHashing, toHex, utf8 } from "@lotus/tlog";
import { expect, test } from "vitest";
import { defaultTable, playedPeriods } from "./testing/played-house.ts";
import { verifyCommand } from "./verify.ts";

const URL_OF = "https://play.example";
const TABLE = defaultTable("K3");
const HASH = "ab".repeat(32);

const entry = (type: string, fields: object) => ({ body: canonicalJson({ type, ...fields }) });
const money = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;

/** The log of a house: its odds, and periods as they were played; the first one of a few players, the second void. */
function logOf(periods: number, { seed = 1, pays = 1, day = "20261130" } = {}) {
  const entries = [entry("odds", { version: 1, hash: toHex(nobleHashing.sha256(utf8(TABLE))), from: 0 })];
  let n = 0;
  for (const { sums } of playedPeriods("K3", { seed, pays })) {
    n += 1;
    const of = { game: "K3", periodNo: `${day}${String(n).padStart(4, "0")}` };
    const isFew = n === 1;
    const stake = { orders: 10, stake: money(sums.stake) };
    entries.push(
      entry("period", { ...of, openAt: 1, closeAt: 2, drawAt: 10_000, round: n, oddsVersion: 1 }),
      entry("close", { ...of, betsRoot: HASH, ...(isFew ? {} : stake) }),
    );
    if (n !== 2)
      entries.push(entry("draw", { ...of, round: n, signature: "00".repeat(48), numbers: [1, 2, 3] }));
    const paid =
      n === 2
        ? { payout: "0.00", refund: stake.stake }
        : { payout: money(sums.paid), refund: money(sums.refund) };
    entries.push(entry("settled", { ...of, payoutsRoot: HASH, ...(isFew ? {} : paid) }));
    if (n === periods) return entries;
  }
  throw new Error("periods never end");
}

/** Runs the command against the log of a house. */
async function audit(
  entries: readonly { readonly body: string }[],
  {
    args = [],
    table = TABLE,
    damaged,
  }: { readonly args?: readonly string[]; readonly table?: string; readonly damaged?: string } = {},
) {
  const { files } = sampleLogServer(entries);
  if (damaged !== undefined) files.set(damaged, new Uint8Array(files.get(damaged)?.length ?? 0));
  files.set("odds/1", utf8(table));
  const printed: string[] = [];
  const texts: Readonly<Record<string, string>> = {
    policy: sampleDocument([]).policy,
    [`${URL_OF}/api/lottery/fairness`]: JSON.stringify({
      code: 0,
      msg: "",
      data: { policy: sampleDocument([]).policy },
    }),
  };
  const read = async (from: string) => {
    const found = texts[from];
    if (found === undefined) throw new Error("nothing there");
    return found;
  };
  const status = await verifyCommand(["audit", "--url", `${URL_OF}/`, ...args], {
    readText: read,
    fetchText: read,
    fetchFile: async (url) => files.get(url.slice(`${URL_OF}/log/`.length)) ?? null,
    fetch: () => Promise.reject(new Error("no witness is asked")),
    print: (line) => void printed.push(line),
    port: undefined,
    now: () => 0,
  });
  return { status, text: printed.join("") };
}

test("an honest house is in line, and the report says what is counted, what is not, and beside which odds", async () => {
  expect(SAMPLE_TRUST.policy.quorum).not.toBeNull();
  const { status, text } = await audit(logOf(302), { args: ["--policy", "policy"] });
  expect(text).toContain(
    `Returns of ${URL_OF} by the log log.example, 1208 entries, days 20261130 to 20261130`,
  );
  expect(text).toMatch(/ok {4}K3: \d+\.\d\d % measured, 83\.33 % to 97\.50 % by the odds/u);
  expect(text).toContain("300 of 301 drawn periods counted, 1 of a few players have no sums, 1 void");
  expect(text).toMatch(/stakes [\d.]+, of which 0\.00 went back; paid [\d.]+/u);
  expect(text).toMatch(
    /band of 99 %: [\d.]+ % to [\d.]+ % if no bet may win over 100 times its stake, to [\d.]+ %/u,
  );
  expect(text).toContain("odds 1, 83.33 %: STHDX.STHDX");
  expect(text).toContain("IN LINE");
  expect(text).toContain("Witnesses: ");
  expect(text).not.toContain("No --policy was given");
  expect(status).toBe(0);
});

test("days choose the periods by their numbers", async () => {
  const log = logOf(5);
  expect((await audit(log, { args: ["--from", "2026-11-30", "--to", "2026-11-30"] })).status).toBe(0);
  for (const args of [
    ["--from", "2026-12-01"],
    ["--to", "2026-11-29"],
  ]) {
    const { status, text } = await audit(log, { args });
    expect(text).toContain("NOTHING: no period with sums.");
    expect(status).toBe(2);
  }
});

test("a house that pays half of what it says is off, and so are sums that no bets have", async () => {
  const { status, text } = await audit(logOf(9_000, { pays: 0.5 }));
  expect(text).toContain("FAIL  K3: ");
  expect(text).toContain("Less was paid than any bets at these odds return");
  expect(text).toMatch(
    /an honest house had at least [\d.]+ % of its stakes on bets that may win over 100 times/u,
  );
  expect(text).toContain("OFF: see above.");
  expect(status).toBe(1);
  const impossible = await audit(logOf(5, { pays: 1_000 }));
  expect(impossible.text).toContain("202611300003: no bets at these odds have its sums");
  expect(impossible.status).toBe(1);
});

test("another table of odds than the one of the log is wrong; one that is not known counts nothing", async () => {
  const wrong = await audit(logOf(5), { table: `${TABLE} ` });
  expect(wrong.text).toContain("It is not the one of the log");
  expect(wrong.text).toContain("3 are under odds that are not known");
  expect(wrong.status).toBe(1);
});

test("a log that is not the one of its checkpoint is wrong, one that is missing says nothing", async () => {
  const entries = logOf(70);
  const wrong = await audit(entries, { damaged: "tile/0/000" });
  expect(wrong.text).toContain("WRONG: the log is not the one of its checkpoint");
  expect(wrong.status).toBe(1);
  const missing = await audit(entries, { damaged: "checkpoint" });
  expect(missing.text).toContain("The operator shows no checkpoint that the policy accepts");
  expect(missing.status).toBe(2);
});

test.each([[["--from", "yesterday"]], [["--nonsense", "1"]], [["--policy"]]])(
  "%j is answered by its usage",
  async (args) => {
    const { status, text } = await audit([], { args });
    expect(text).toMatch(/^usage: audit /u);
    expect(status).toBe(2);
  },
);
