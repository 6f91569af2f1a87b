import { ModalOpening, ToastHost } from "@lotus/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { queryClient } from "../api/query-client.ts";
import { WordsProvider } from "../i18n/use-i18n.tsx";
import { coverPage } from "./navigation.ts";
import { PageView } from "./page-view.tsx";

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <WordsProvider>
          <ModalOpening value={coverPage}>
            <PageView />
          </ModalOpening>
          <ToastHost />
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
