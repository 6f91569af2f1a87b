// Style sheets have nothing to assign.
// oxlint-disable import/no-unassigned-import
import "@lotus/ui/tokens.css";
import "@lotus/ui/base.css";
// oxlint-enable import/no-unassigned-import
import { ToastHost } from "@lotus/ui";
import { type ReactNode, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BoardsPage } from "./boards.tsx";
import { ControlsPage } from "./controls.tsx";
import { PicturesPage } from "./pictures.tsx";
import { ShieldsPage } from "./shields.tsx";

// A page for looking, not part of the app: `npm exec -- vite apps/player/gallery`, then #controls,
// #boards, #shields or #pictures, with ?theme=dark for the dark.
const theme = new URLSearchParams(location.search).get("theme");
if (theme !== null) document.documentElement.dataset["theme"] = theme;

const PAGES: Readonly<Record<string, ReactNode>> = {
  "#controls": <ControlsPage />,
  "#boards": <BoardsPage />,
  "#shields": <ShieldsPage />,
};

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Suspense>{PAGES[location.hash] ?? <PicturesPage />}</Suspense>
      <ToastHost />
    </StrictMode>,
  );
}
