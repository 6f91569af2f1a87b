import type { ProofReport, ProofStep, StreamStep } from "@lotus/fair";
import { type DrawFamily, numbersByStep, type SettledNumber } from "@lotus/games";
import type { VerifyMessageKey } from "@lotus/locales";
import { loadMessages } from "@lotus/locales/node";

/** The command is in English; faults have the same texts as in the app. */
const word = loadMessages("en-US", ["verify"]);

/** A report as text: one line per step with its details below, and the verdict at the end. */
export function describeReport(proof: unknown, family: DrawFamily, report: ProofReport): string {
  const { gameCode, prizeNo, mode } = Object(proof);
  const lines = [`${String(gameCode)} ${String(prizeNo)}, mode ${String(mode)}`, ""];
  for (const step of report.steps) lines.push(...describeStep(step, family));
  lines.push("", verdictOf(report));
  if (report.verdict !== "invalid") lines.push(meaningOf(mode));
  return `${lines.join("\n")}\n`;
}

const MARKS = new Map([
  [true, "ok  "],
  [false, "FAIL"],
  [null, "-   "],
]);

function describeStep(step: ProofStep, family: DrawFamily): string[] {
  const [title, shown] = wordsOf(step, family);
  const lines = [`${MARKS.get(step.ok) ?? ""}  ${title}`];
  for (const fault of step.faults)
    lines.push(`      ! ${word(`verify.fault.${fault.name}` satisfies VerifyMessageKey, { ...fault })}`);
  for (const line of shown) lines.push(`      ${line}`);
  return lines;
}

/** Title and details of a step. */
function wordsOf(step: ProofStep, family: DrawFamily): [string, string[]] {
  switch (step.step) {
    case "document":
      return ["The proof is complete and about what was asked for", []];
    case "records":
      return [`The ${step.count} records of the log are signed and in order`, [`key ${step.publicKey}`]];
    case "commitment":
      return ["The commitment stood in the log before the sale", [step.commitment, timesOf(step)]];
    case "secret":
      return ["The secret gives the commitment", [step.secret ?? "not released yet"]];
    case "chain":
      return [
        step.ok === null
          ? "The secret belongs to the chain (not walked)"
          : `The secret belongs to the chain: hashed ${step.hashes} times it is the anchor`,
        [step.anchor],
      ];
    case "merkle":
      return [`The commitment lies under the chain's root, ${step.nodes} nodes up`, [step.root]];
    case "beacon":
      return [
        `The beacon is drand's of round ${step.round}, published ${timeOf(step.roundAt)}`,
        [step.beacon ?? "not published yet"],
      ];
    case "numbers":
      break;
  }
  const { numbers, trace } = step;
  const shown =
    numbers === null
      ? []
      : [...numbersByStep(family, trace, numbers).map((each) => settledOf(each)), numbers.join(" ")];
  return ["The numbers come out again", shown];
}

/** A number of the draw from the bytes that were read for it: "place 2: 250 skip, 158 mod 10 = 8 → 9". */
function settledOf({ place, number, steps }: SettledNumber<StreamStep>): string {
  const read = steps.map(({ byte, n, value }) =>
    value === null ? `${byte} skip` : `${byte} mod ${n} = ${value}`,
  );
  return `place ${place + 1}: ${read.length === 0 ? "what is left" : read.join(", ")} → ${number}`;
}

function timesOf({ openAt, closeAt, drawAt }: ProofStep & { step: "commitment" }): string {
  return `open ${timeOf(openAt)}, close ${timeOf(closeAt)}, draw ${timeOf(drawAt)}`;
}

function timeOf(at: number | null): string {
  return at === null || Math.abs(at) > 8.64e15 ? "unknown" : new Date(at).toISOString();
}

function verdictOf({ verdict, voided, steps }: ProofReport): string {
  const made = steps.filter((step) => step.ok !== null);
  const right = made.filter((step) => step.ok === true).length;
  switch (verdict) {
    case "valid":
      return `VALID: the result is the one committed to (${right} of ${made.length} checks).`;
    case "voided":
      return `VOIDED: nothing was drawn (${String(voided)}); what there is is right.`;
    case "pending":
      return `PENDING: not drawn yet; what there is is right (${right} of ${made.length} checks).`;
    case "invalid":
      break;
  }
  return `INVALID: ${made.length - right} of ${made.length} checks failed.`;
}

function meaningOf(mode: unknown): string {
  return mode === 1
    ? "Mode 1: fixed before the sale, and known to nobody, the operator included, before the drand round."
    : "Mode 0: fixed before the sale and not changeable after. That the operator did not know it, only mode 1 proves.";
}
