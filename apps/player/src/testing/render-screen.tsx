import type { Locale } from "@lotus/locales";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { queryClient } from "../api/query-client.ts";
import { WordsProvider } from "../i18n/use-i18n.tsx";
import { activateLocale } from "../i18n/i18n.ts";

// Some results come after a debounce; a busy machine stretches that beyond the default second.
configure({ asyncUtilTimeout: 10_000 });

/** Renders a screen with a locale's catalogue and an empty query cache, in place of the previous one. */
export async function renderScreen(screen: ReactNode, locale: Locale = "vi-VN") {
  cleanup();
  await activateLocale(locale);
  queryClient.clear();
  return render(
    <QueryClientProvider client={queryClient}>
      <WordsProvider>{screen}</WordsProvider>
    </QueryClientProvider>,
  );
}
