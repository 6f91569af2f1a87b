import { ModalOpening, ToastHost } from "@lotus/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, StrictMode, useDeferredValue } from "react";
import { queryClient } from "../api/query-client.ts";
import { WordsProvider } from "../i18n/use-i18n.tsx";
import { useLateOverlay } from "./late-overlay.ts";
import { coverPage } from "./navigation.ts";
import { PageView, type WideFrame } from "./page-view.tsx";

interface AppProps {
  /** Stands around all pages: what the rules of player protection ask for on each of them. */
  care: ComponentType<{ children: ReactNode }>;
  wideFrame: WideFrame;
}

export function App({ care: Care, wideFrame }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <WordsProvider>
          <ModalOpening value={coverPage}>
            <Care>
              <PageView wideFrame={wideFrame} />
            </Care>
            <LateOverlay />
          </ModalOpening>
          <ToastHost />
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

function LateOverlay() {
  // Drawn in slices: it comes while the page is already in use.
  return useDeferredValue(useLateOverlay((late) => late.overlay));
}
