import type { ServiceMessageKey } from "@lotus/locales";

/** The help articles by group, in the order they are listed. The title and body of each are in the catalogue. */
export const HELP = [
  { group: "games", articles: ["digits", "dice", "racing", "markSix"] },
  { group: "money", articles: ["recharge", "withdrawal", "turnover", "orders"] },
  { group: "care", articles: ["fairness", "odds", "limits"] },
  { group: "account", articles: ["password", "closing"] },
] as const;

/** Name of an article. */
export type Article = (typeof HELP)[number]["articles"][number];

export function titleOf(article: Article): ServiceMessageKey {
  return `help.${article}.title`;
}

export function bodyOf(article: Article): ServiceMessageKey {
  return `help.${article}.body`;
}
