// The styles come first of all, so that the layers are declared in their order.
// oxlint-disable import/no-unassigned-import
import "@lotus/ui/tokens.css";
import "@lotus/ui/base.css";
import "./shell/page-slide.css";
import { startTransition } from "react";
import { App } from "./shell/app.tsx";
import { start } from "./shell/start.ts";
import { StartFailure } from "./shell/start-failure.tsx";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");

/** The renderer is the largest part: it runs in a task of its own, so that a slow phone can be tapped in between. */
const view = new Promise((resolve) => setTimeout(resolve))
  .then(() => import("react-dom/client"))
  .then(({ createRoot }) => createRoot(root));

start().then(
  // Drawn in slices, for the same reason.
  () => view.then((shown) => startTransition(() => shown.render(<App />))),
  () => view.then((shown) => shown.render(<StartFailure />)),
);
