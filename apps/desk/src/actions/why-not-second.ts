import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";

/**
 * Why the operator at this desk cannot be the second person beside those who were first, in the reader's words;
 * undefined when they can, or when nobody was first. The server decides again.
 */
export function useWhyNotSecond(): (firsts: readonly string[]) => string | undefined {
  const t = useI18n();
  const { second, time } = useConfig();
  return (firsts) => {
    if (firsts.length === 0) return undefined;
    if (firsts.every((first) => second.related.includes(first))) return t("second.related");
    const { newUntil } = second;
    return newUntil === null || newUntil <= Date.now()
      ? undefined
      : t("second.tooNew", { until: time(newUntil) });
  };
}
