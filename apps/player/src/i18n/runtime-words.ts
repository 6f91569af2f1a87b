import { FALLBACK_RUNTIME_LOCALE, matchLocale, type RuntimeMessageKey } from "@lotus/locales";
import { texts } from "virtual:words/runtime";
import { remoteConfig } from "../api/remote-config.ts";

/**
 * A text needed when there is no catalogue: the server is unreachable, or the catalogue itself failed to load. In the
 * locale nearest to `tag`, else in the fallback of such texts, which is not that of the product's own.
 */
export function runtimeWord(key: RuntimeMessageKey, tag: string): string {
  const locale =
    matchLocale(tag) ?? matchLocale(remoteConfig.runtimeFallbackLocale) ?? FALLBACK_RUNTIME_LOCALE;
  return texts[locale][key];
}
