import type { FailureName } from "../cluster/failures.ts";

/** What a run of two rounds shows: the two that ask most of the software and least of time. */
const FIRST: readonly FailureName[] = ["primary-killed", "leader-frozen"];
const OTHERS: readonly FailureName[] = [
  "machine-lost",
  "switchover",
  "etcd-away",
  "leader-killed",
  "standby-lost",
  "players-proxy-killed",
  "primary-cut-off",
  "leader-cut-off",
];

/** The failures of a run: all of them before one comes again, in an order by chance. */
export function failuresOf(rounds: number, random: () => number): readonly FailureName[] {
  const names = [...FIRST, ...shuffled(OTHERS, random)];
  while (names.length < rounds) names.push(...shuffled([...FIRST, ...OTHERS], random));
  return names.slice(0, rounds);
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
