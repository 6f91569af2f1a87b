import type { ProofFault, ProofReport, ProofStep, ProofStepName, StreamStep } from "@lotus/fair";
import { type DrawFamily, numbersByStep, type SettledNumber } from "@lotus/games";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** A step as the screen shows it. The check of the document's form is part of the "records" step. */
export interface ShownStep {
  readonly key: Exclude<ProofStepName, "document">;
  /** null: cannot be checked yet, or was not requested. */
  readonly ok: boolean | null;
  /** Text of the step; null where there is none, or where it would claim something that turned out to be wrong. */
  readonly words: string | null;
  /** Single computations of the step, each with its result. */
  readonly workings?: readonly Working[];
  /** The byte string the step is about. */
  readonly hex: string | null;
  /** What is wrong, in the reader's language. */
  readonly faults: readonly string[];
}

/** One number of the draw: the bytes it was computed from, and its value. */
export interface Working {
  readonly from: string;
  readonly number: number;
}

type StepOf<Name extends ProofStepName> = Extract<ProofStep, { step: Name }>;

/** The steps in order. If the document cannot be read, only the first one is checked. */
export function shownSteps(
  report: ProofReport,
  family: DrawFamily | undefined,
  words: I18n,
): readonly ShownStep[] {
  const step = <Name extends ProofStepName>(name: Name): StepOf<Name> | undefined =>
    report.steps.find((each): each is StepOf<Name> => each.step === name);
  const shown: readonly (ShownStep | null)[] = [
    recordsStep(step("document"), step("records"), words),
    commitmentStep(step("commitment"), words),
    secretStep(step("secret"), words),
    chainStep(step("chain"), step("secret"), words),
    merkleStep(step("merkle"), words),
    beaconStep(step("beacon"), words),
    numbersStep(step("numbers"), family, words),
  ];
  return shown.filter((each) => each !== null).map(withoutFalseClaim);
}

/**
 * The text of these steps is read from the proof and is shown whether or not the check passes; the text of the others
 * claims that it passes.
 */
const READ_OUT = new Set<ShownStep["key"]>(["commitment", "numbers"]);

function withoutFalseClaim(step: ShownStep): ShownStep {
  return step.ok === false && !READ_OUT.has(step.key) ? { ...step, words: null } : step;
}

const unmade = { ok: null, hex: null, faults: [] } as const;

function faultTexts(faults: readonly ProofFault[], { t }: I18n): readonly string[] {
  return faults.map((fault) => t(`verify.fault.${fault.name}`, { ...fault }));
}

/** The chain's step after the chain was walked on this device. */
export function walkedStep(step: ShownStep, ok: boolean, words: I18n): ShownStep {
  return withoutFalseClaim({ ...step, ok, faults: ok ? [] : faultTexts([{ name: "anchorOther" }], words) });
}

function recordsStep(
  document: StepOf<"document"> | undefined,
  records: StepOf<"records"> | undefined,
  words: I18n,
): ShownStep {
  const faults = [...(document?.faults ?? []), ...(records?.faults ?? [])];
  return {
    key: "records",
    ok: faults.length === 0,
    words: words.t("verify.records.words", { count: records?.count ?? 0 }),
    hex: records?.publicKey ?? null,
    faults: faultTexts(faults, words),
  };
}

function commitmentStep(step: StepOf<"commitment"> | undefined, words: I18n): ShownStep {
  const { t, dateTime, time } = words;
  if (step === undefined) return { key: "commitment", words: t("verify.unmade"), ...unmade };
  const { ok, faults, commitment, openAt, closeAt, drawAt } = step;
  const known = openAt !== null && closeAt !== null && drawAt !== null;
  const times = known
    ? t("verify.commitment.words", { open: dateTime(openAt), close: time(closeAt), draw: time(drawAt) })
    : null;
  return { key: "commitment", ok, words: times, hex: commitment, faults: faultTexts(faults, words) };
}

function secretStep(step: StepOf<"secret"> | undefined, words: I18n): ShownStep {
  const { t } = words;
  if (step === undefined) return { key: "secret", words: t("verify.unmade"), ...unmade };
  const { ok, faults, secret } = step;
  return {
    key: "secret",
    ok,
    words: t(secret === null ? "verify.afterDraw" : "verify.secret.words"),
    hex: secret,
    faults: faultTexts(faults, words),
  };
}

function chainStep(
  step: StepOf<"chain"> | undefined,
  secret: StepOf<"secret"> | undefined,
  words: I18n,
): ShownStep {
  const { t, number } = words;
  if (step === undefined) return { key: "chain", words: t("verify.unmade"), ...unmade };
  const walked =
    secret?.secret == null ? t("verify.afterDraw") : t("verify.chain.words", { count: number(step.hashes) });
  return {
    key: "chain",
    ok: step.ok,
    words: walked,
    hex: step.anchor,
    faults: faultTexts(step.faults, words),
  };
}

function merkleStep(step: StepOf<"merkle"> | undefined, words: I18n): ShownStep {
  const { t } = words;
  if (step === undefined) return { key: "merkle", words: t("verify.unmade"), ...unmade };
  const { ok, faults, root, nodes } = step;
  const path = t("verify.merkle.words", { count: nodes });
  return { key: "merkle", ok, words: path, hex: root, faults: faultTexts(faults, words) };
}

function beaconStep(step: StepOf<"beacon"> | undefined, words: I18n): ShownStep | null {
  const { t, number, time } = words;
  if (step === undefined) return null;
  const { ok, faults, round, roundAt, beacon } = step;
  const published = t("verify.beacon.words", { round: number(round), time: time(roundAt) });
  return { key: "beacon", ok, words: published, hex: beacon, faults: faultTexts(faults, words) };
}

function numbersStep(
  step: StepOf<"numbers"> | undefined,
  family: DrawFamily | undefined,
  words: I18n,
): ShownStep {
  const { t } = words;
  if (step === undefined) return { key: "numbers", words: t("verify.unmade"), ...unmade };
  const { ok, faults, trace, seed, numbers } = step;
  const settled = family === undefined || numbers === null ? [] : numbersByStep(family, trace, numbers);
  return {
    key: "numbers",
    ok,
    words: seed === null ? t("verify.afterDraw") : settled.length === 0 ? null : t("verify.numbers.how"),
    workings: settled.map((each) => ({ from: workingWords(each, family, words), number: each.number })),
    hex: null,
    faults: faultTexts(faults, words),
  };
}

/** "Place 10: 250 skipped, 157 ÷ 10 leaves 7". Cars are drawn from the last place up, so each says its place. */
function workingWords(
  { place, steps }: SettledNumber<StreamStep>,
  family: DrawFamily | undefined,
  { t }: I18n,
): string {
  const read = steps.map(({ byte, n, value }) =>
    value === null ? t("verify.numbers.skipped", { byte }) : t("verify.numbers.byte", { byte, n, value }),
  );
  const from = read.length === 0 ? t("verify.numbers.left") : read.join(", ");
  return family === "racing" ? `${t("verify.numbers.place", { place: place + 1 })}: ${from}` : from;
}
