// The styles come first of all, so that the layers are declared in their order.
// oxlint-disable import/no-unassigned-import
import "@lotus/ui/tokens.css";
import "@lotus/ui/base.css";
import "./shell/page-slide.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./shell/app.tsx";
import { start } from "./shell/start.ts";
import { StartFailure } from "./shell/start-failure.tsx";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");
const view = createRoot(root);
start().then(
  // Drawn in slices, so that a slow phone can be tapped meanwhile.
  () => startTransition(() => view.render(<App />)),
  () => view.render(<StartFailure />),
);
