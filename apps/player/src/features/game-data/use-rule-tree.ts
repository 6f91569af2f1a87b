import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLunarYear } from "../board/use-lunar-year.ts";
import { ruleQuery } from "./queries.ts";
import { treeInYear } from "./tree-in-year.ts";

/** The rule tree of a game in the reader's language, with odds for the period on sale; disabled without a code. */
export function useRuleTree(gameCode: string | undefined) {
  const { locale } = useI18n();
  const rule = useQuery({ ...ruleQuery(gameCode ?? "", locale), enabled: gameCode !== undefined });
  const year = useLunarYear(gameCode ?? "");
  const { data, error, refetch } = rule;
  const tree = useMemo(() => (data === undefined ? undefined : treeInYear(data, year)), [data, year]);
  return { tree, error, refetch };
}
