import { SIGNAL_IDS, type Thresholds, type Weights } from "@lotus/server/harm";
import { ARCHETYPES } from "./archetypes.ts";
import { judgeKinds, rankingOf, scoresOf, tallyOf } from "./judge.ts";
import type { Person } from "./population.ts";

const STEPS = ["message", "offer of limits", "desk"] as const;

const share = (value: number | null): string => (value === null ? "–" : `${(value * 100).toFixed(1)} %`);

/** What a population shows, as text. */
export function reportOf({
  people,
  weights,
  thresholds,
  seed,
}: {
  readonly people: readonly Person[];
  readonly weights: Weights;
  readonly thresholds: Thresholds;
  readonly seed: number;
}): string {
  const scores = scoresOf(people, weights);
  const kinds = judgeKinds(people, scores, thresholds);
  const lines = [
    `${people.length} synthetic players of ${ARCHETYPES.length} kinds, seed ${seed}`,
    "",
    `weights   ${SIGNAL_IDS.map((id) => `${id} ${weights[id]}`).join(", ")}`,
    `thresholds ${thresholds.join(", ")}`,
    "",
    "kind             in harm  people  none  message  offer  desk  median score",
    ...kinds.map(({ id, inHarm, people: count, levels, median }) =>
      [
        id.padEnd(16),
        (inHarm ? "yes" : "no").padEnd(8),
        String(count).padStart(6),
        String(levels[0]).padStart(5),
        String(levels[1]).padStart(8),
        String(levels[2]).padStart(6),
        String(levels[3]).padStart(5),
        String(median).padStart(13),
      ].join(" "),
    ),
    "",
    "step              in harm: found  missed   others: found    left   precision   recall",
  ];
  for (const [index, step] of STEPS.entries()) {
    const tally = tallyOf(kinds, index === 0 ? 1 : index === 1 ? 2 : 3);
    lines.push(
      [
        step.padEnd(18),
        String(tally.inHarmFound).padStart(13),
        String(tally.inHarmMissed).padStart(7),
        String(tally.othersFound).padStart(15),
        String(tally.othersLeft).padStart(7),
        share(tally.precision).padStart(11),
        share(tally.recall).padStart(8),
      ].join(" "),
    );
  }
  lines.push(
    "",
    `ranking   ${rankingOf(people, scores).toFixed(3)}: the chance that of one in harm and one who is not, the first has the higher score`,
    "",
    "What this does not show: these people are invented, and so is who of them is in harm. Precision depends on how many",
    "are: here 4 of 10, in life far fewer. It shows that the markers tell apart what was written into these kinds, and which",
    "they miss; it does not show how real players are told apart. Words: " +
      ARCHETYPES.map(({ id, words }) => `${id}: ${words}`).join("; ") +
      ".",
    "",
  );
  return lines.join("\n");
}
