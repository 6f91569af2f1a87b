import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";

/**
 * Why the signed-in operator cannot give the second approval, in the reader's language; undefined if they can, or if
 * there is no first approval. The server checks again.
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
