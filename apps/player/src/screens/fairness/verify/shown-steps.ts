import type { ProofReport, ProofStep, ProofStepName } from "@lotus/fair";
import type { Words } from "../../../words/use-words.tsx";

/** A step as the screen shows it. The check of the document's form belongs to the records it is made of. */
export interface ShownStep {
  readonly key: Exclude<ProofStepName, "document">;
  /** null: cannot be made yet, or was not asked for. */
  readonly ok: boolean | null;
  readonly words: string;
  /** The byte string the step is about. */
  readonly hex: string | null;
  /** What is wrong, in the verifier's own terms. */
  readonly faults: readonly string[];
}

type StepOf<Name extends ProofStepName> = Extract<ProofStep, { step: Name }>;

/** The steps in the order they are made. A document that cannot be read leaves all but the first unmade. */
export function shownSteps(report: ProofReport, words: Words): readonly ShownStep[] {
  const step = <Name extends ProofStepName>(name: Name): StepOf<Name> | undefined =>
    report.steps.find((each): each is StepOf<Name> => each.step === name);
  const shown: readonly (ShownStep | null)[] = [
    recordsStep(step("document"), step("records"), words),
    commitmentStep(step("commitment"), words),
    secretStep(step("secret"), words),
    chainStep(step("chain"), step("secret"), words),
    merkleStep(step("merkle"), words),
    beaconStep(step("beacon"), words),
    numbersStep(step("numbers"), words),
  ];
  return shown.filter((each) => each !== null);
}

const unmade = { ok: null, hex: null, faults: [] } as const;

function recordsStep(
  document: StepOf<"document"> | undefined,
  records: StepOf<"records"> | undefined,
  { t }: Words,
): ShownStep {
  const faults = [...(document?.faults ?? []), ...(records?.faults ?? [])];
  return {
    key: "records",
    ok: faults.length === 0,
    words: t("verify.records.words", { count: records?.count ?? 0 }),
    hex: records?.publicKey ?? null,
    faults,
  };
}

function commitmentStep(step: StepOf<"commitment"> | undefined, { t, dateTime, time }: Words): ShownStep {
  if (step === undefined) return { key: "commitment", words: t("verify.unmade"), ...unmade };
  const { ok, faults, commitment, openAt, closeAt, drawAt } = step;
  const known = openAt !== null && closeAt !== null && drawAt !== null;
  const words = known
    ? t("verify.commitment.words", { open: dateTime(openAt), close: time(closeAt), draw: time(drawAt) })
    : t("verify.commitment.noTimes");
  return { key: "commitment", ok, words, hex: commitment, faults };
}

function secretStep(step: StepOf<"secret"> | undefined, { t }: Words): ShownStep {
  if (step === undefined) return { key: "secret", words: t("verify.unmade"), ...unmade };
  const { ok, faults, secret } = step;
  return {
    key: "secret",
    ok,
    words: t(secret === null ? "verify.afterDraw" : "verify.secret.words"),
    hex: secret,
    faults,
  };
}

function chainStep(
  step: StepOf<"chain"> | undefined,
  secret: StepOf<"secret"> | undefined,
  { t, number }: Words,
): ShownStep {
  if (step === undefined) return { key: "chain", words: t("verify.unmade"), ...unmade };
  const words =
    secret?.secret == null ? t("verify.afterDraw") : t("verify.chain.words", { count: number(step.hashes) });
  return { key: "chain", ok: step.ok, words, hex: step.anchor, faults: step.faults };
}

function merkleStep(step: StepOf<"merkle"> | undefined, { t }: Words): ShownStep {
  if (step === undefined) return { key: "merkle", words: t("verify.unmade"), ...unmade };
  const { ok, faults, root, nodes } = step;
  return { key: "merkle", ok, words: t("verify.merkle.words", { count: nodes }), hex: root, faults };
}

function beaconStep(step: StepOf<"beacon"> | undefined, { t, number, time }: Words): ShownStep | null {
  if (step === undefined) return null;
  const { ok, faults, round, roundAt, beacon } = step;
  const words = t("verify.beacon.words", { round: number(round), time: time(roundAt) });
  return { key: "beacon", ok, words, hex: beacon, faults };
}

function numbersStep(step: StepOf<"numbers"> | undefined, { t }: Words): ShownStep {
  if (step === undefined) return { key: "numbers", words: t("verify.unmade"), ...unmade };
  const { ok, faults, trace, seed } = step;
  const bytes = trace.map(({ byte, value }) =>
    value === null ? t("verify.numbers.skipped", { byte }) : t("verify.numbers.byte", { byte, value }),
  );
  return {
    key: "numbers",
    ok,
    words: seed === null ? t("verify.afterDraw") : bytes.join(", "),
    hex: null,
    faults,
  };
}
