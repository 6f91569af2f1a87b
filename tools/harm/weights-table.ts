import { SIGNAL_IDS, SIGNALS } from "@lotus/server/harm";

/** The table of weights as docs/protection.md prints it. */
export function weightsTable(): string {
  const rows = SIGNAL_IDS.map((id) => {
    const { weight, from, full, counts, why } = SIGNALS[id];
    return `| \`${id}\` | ${weight} | ${from} | ${full} | ${counts} | ${why} |`;
  });
  return [
    "| Marker | Weight | From | Full | Counts, of 30 days | Why |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
