import type { RecordsMessageKey } from "@lotus/locales";
import type { I18n } from "../../../i18n/use-i18n.tsx";
import type { CancelOutcome } from "../../../features/outcomes/cancel-bet.ts";

const COUNTS = {
  cancelled: "records.several.count.cancelled",
  tooLate: "records.several.count.tooLate",
  refused: "records.several.count.refused",
  unknown: "records.several.count.unknown",
} as const satisfies Record<CancelOutcome["kind"], RecordsMessageKey>;

// The keys of the table are the kinds; Object.keys widens them.
const KINDS = Object.keys(COUNTS) as CancelOutcome["kind"][];

/** "3 cancelled, 1 too late". */
export function outcomeSummary(
  outcomes: ReadonlyMap<string, CancelOutcome>,
  { t, locale }: Pick<I18n, "t" | "locale">,
): string {
  const all = [...outcomes.values()];
  const counts = KINDS.flatMap((kind) => {
    const count = all.filter((outcome) => outcome.kind === kind).length;
    return count === 0 ? [] : [t(COUNTS[kind], { count })];
  });
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(counts);
}
