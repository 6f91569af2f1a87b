import { describe, expect, test } from "vitest";
import { formatCheckpoint } from "./checkpoint.ts";
import { cosign, cosignerKey } from "./cosignature.ts";
import {
  acceptCheckpoint,
  CheckpointVerifier,
  isQuorum,
  parsePolicy,
  PolicyError,
  quorumTime,
} from "./policy.ts";
import {
  formatNote,
  formatVerifierKey,
  type NoteSignature,
  parseNote,
  signNote,
  verifierKey,
} from "./signed-note.ts";
import { publicKeyOf } from "./testing/keys.ts";

const secret = (n: number) => new Uint8Array(32).fill(n);
const LOG = { name: "log.example", secretKey: secret(1) };
const WITNESSES = [2, 3, 4, 5, 6, 7].map((n) => ({ name: `w${n}.example`, secretKey: secret(n) }));
const logKey = formatVerifierKey(verifierKey(LOG.name, 1, publicKeyOf(LOG.secretKey)));
const witnessKey = (at: number) => {
  const witness = WITNESSES[at];
  if (witness === undefined) throw new Error("no such witness");
  return formatVerifierKey(cosignerKey(witness.name, witness.secretKey));
};

/** The example of the specification: two of three X, and one of three Y. */
const EXAMPLE = `# A policy
log ${logKey}

witness X1 ${witnessKey(0)}
witness X2 ${witnessKey(1)} https://x2.example/
witness X3\t${witnessKey(2)}
group X-witnesses 2 X1 X2 X3

witness Y1 ${witnessKey(3)}
witness Y2 ${witnessKey(4)}
witness Y3 ${witnessKey(5)}
  group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

const BODY = formatCheckpoint({ origin: LOG.name, size: 3, root: secret(8) });

/** The checkpoint cosigned by some witnesses at their times. */
function cosigned(times: Readonly<Record<number, number>>, more: readonly NoteSignature[] = []): string {
  const own = signNote(BODY, LOG.name, LOG.secretKey);
  const theirs = Object.entries(times).map(([at, time]) => {
    const witness = WITNESSES[Number(at)];
    if (witness === undefined) throw new Error("no such witness");
    return cosign(BODY, witness, time);
  });
  return formatNote({ body: BODY, signatures: [own, ...theirs, ...more] });
}

test.each([
  [["X1", "X2", "Y3"], true],
  [["X1", "X2", "X3", "Y1", "Y2", "Y3"], true],
  [["X1", "X2"], false],
  [["X1", "Y1", "Y2", "Y3"], false],
  [[], false],
  [["Z"], false],
])("in the example of the specification %j is a quorum: %s", (names, expected) => {
  expect(isQuorum(parsePolicy(EXAMPLE), new Set(names))).toBe(expected);
});

test("the parts of the example", () => {
  const { logs, witnesses, groups, quorum } = parsePolicy(EXAMPLE);
  expect(logs.map(({ key, url }) => [key.name, url])).toEqual([["log.example", null]]);
  expect([...witnesses].map(([name, { url }]) => [name, url])).toContainEqual(["X2", "https://x2.example/"]);
  expect(groups.get("X-witnesses")).toEqual({ threshold: 2, members: ["X1", "X2", "X3"] });
  expect(quorum).toBe("X-and-Y");
});

test("quorum none needs no witness", () => {
  const policy = parsePolicy(`log ${logKey}\nquorum none\n`);
  expect(isQuorum(policy, new Set())).toBe(true);
  expect(acceptCheckpoint(policy, cosigned({}))).toMatchObject({ checkpoint: { size: 3 } });
});

test.each([
  ["no quorum", `log ${logKey}\n`, "there is no quorum line"],
  ["two quorums", "quorum none\nquorum none\n", "line 2: there is a second quorum line"],
  ["an unknown word", "logs a\n", 'line 1: unknown keyword "logs"'],
  ["a bad key", "log a+b+c\n", "line 1: a log needs an Ed25519 vkey"],
  ["a witness's key for a log", `log ${witnessKey(0)}\n`, "line 1: a log needs an Ed25519 vkey"],
  ["a log twice", `log ${logKey}\nlog ${logKey}\n`, "line 2: this log is listed twice"],
  ["a log's key for a witness", `witness W ${logKey}\n`, "line 1: a witness needs a name"],
  ["a name twice", `witness W ${witnessKey(0)}\nwitness W ${witnessKey(1)}\n`, 'line 2: "W" is taken'],
  [
    "a witness twice",
    `witness V ${witnessKey(0)}\nwitness W ${witnessKey(0)}\n`,
    "line 2: this witness is listed twice",
  ],
  ["a witness called none", `witness none ${witnessKey(0)}\n`, 'line 1: "none" is taken'],
  ["an unknown member", "group G any W\n", 'line 1: "W" is not defined above'],
  ["a group in itself", "group G any G\n", 'line 1: "G" is not defined above'],
  ["none as a member", "group G any none\n", 'line 1: "none" is not defined above'],
  [
    "a member of two groups",
    `witness W ${witnessKey(0)}\ngroup G any W\ngroup H any W\n`,
    'line 3: "W" is a member twice',
  ],
  ["a group of none", "group G any\n", 'line 1: "any" is not all, any, or a number'],
  ["a threshold of zero", `witness W ${witnessKey(0)}\ngroup G 0 W\n`, 'line 2: "0" is not all'],
  ["a threshold above its members", `witness W ${witnessKey(0)}\ngroup G 2 W\n`, 'line 2: "2" is not all'],
  ["an unknown quorum", "quorum W\n", 'line 1: "W" is not defined above'],
])("a policy with %s is refused with its line", (_, text, message) => {
  expect(() => parsePolicy(text)).toThrow(PolicyError);
  expect(() => parsePolicy(text)).toThrow(message);
});

describe("a checkpoint", () => {
  const policy = parsePolicy(EXAMPLE);

  test("is accepted with a quorum, with the times of its cosignatures", () => {
    const accepted = acceptCheckpoint(policy, cosigned({ 0: 100, 1: 101, 4: 102 }));
    expect(accepted).toMatchObject({ checkpoint: { origin: LOG.name, size: 3 } });
    if (typeof accepted !== "string")
      expect([...accepted.cosignedAt]).toEqual([
        ["X1", 100],
        ["X2", 101],
        ["Y2", 102],
      ]);
  });

  test("counts only cosignatures before a time, and the earliest of a witness", () => {
    const text = cosigned({ 0: 100, 1: 101, 4: 102 });
    expect(acceptCheckpoint(policy, text, 102)).toBe("no-quorum");
    expect(acceptCheckpoint(policy, text, 103)).not.toBe("no-quorum");
    const [late] = parseNote(cosigned({ 4: 90 }))?.signatures.slice(1) ?? [];
    if (late === undefined) throw new Error("no cosignature");
    expect(acceptCheckpoint(policy, cosigned({ 0: 100, 1: 101, 4: 102 }, [late]), 102)).not.toBe("no-quorum");
  });

  test.each([
    ["too few cosignatures", cosigned({ 0: 100, 1: 101 }), "no-quorum"],
    [
      "no signature of the log",
      formatNote({ body: BODY, signatures: [signNote(BODY, "x", secret(1))] }),
      "bad-signature",
    ],
    [
      "another log",
      formatNote({ body: BODY.replace("log.", "lag."), signatures: [signNote(BODY, "x", secret(1))] }),
      "unknown-log",
    ],
    [
      "another text under it",
      cosigned({ 0: 100, 1: 101, 4: 102 }).replace("\n3\n", "\n4\n"),
      "bad-signature",
    ],
    [
      "no checkpoint",
      formatNote({ body: "text\n", signatures: [signNote("text\n", "x", secret(1))] }),
      "malformed",
    ],
    ["nothing", "", "malformed"],
  ])("with %s is %s", (_, text, fault) => {
    expect(acceptCheckpoint(policy, text)).toBe(fault);
  });

  test("had a quorum when its last needed cosignature was made", () => {
    const timeOf = (times: Parameters<typeof cosigned>[0], under = policy) => {
      const accepted = new CheckpointVerifier(under).accept(cosigned(times));
      return typeof accepted === "string" ? accepted : quorumTime(under, accepted);
    };
    expect(timeOf({ 0: 100, 1: 101, 4: 99 })).toBe(101);
    expect(timeOf({ 0: 100, 1: 101, 2: 200, 3: 90, 4: 300 })).toBe(101);
    expect(timeOf({ 0: 100, 1: 101 })).toBe("no-quorum");
    expect(timeOf({ 0: 100 }, parsePolicy(`log ${logKey}\nquorum none\n`))).toBeNull();
  });

  test("is judged alike each time by one verifier, whatever the time asked for", () => {
    const verifier = new CheckpointVerifier(policy);
    const text = cosigned({ 0: 100, 1: 101, 4: 102 });
    const forged = text.replace("\n3\n", "\n4\n");
    for (let round = 0; round < 2; round += 1) {
      expect(verifier.accept(text, 102)).toBe("no-quorum");
      expect(verifier.accept(text)).toMatchObject({ checkpoint: { size: 3 } });
      expect(verifier.accept(forged)).toBe("bad-signature");
    }
  });
});
