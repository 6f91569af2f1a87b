// The styles come first of all, so that the layers are declared in their order.
// oxlint-disable import/no-unassigned-import
import "@lotus/ui/tokens.css";
import "@lotus/ui/base.css";
import "./shell/page-slide.css";
import "./shell/splash.css";
import { guardComposedKeys } from "@lotus/ui/composed-keys";
import { startTransition } from "react";
import { SCREENS, WideFrame } from "./app/screens.ts";
import { App } from "./shell/app.tsx";
import { CareGate } from "./features/protection/care-gate.tsx";
import { start } from "./app/start.ts";
import { StartFailure } from "./shell/start-failure.tsx";

guardComposedKeys();

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");

/** Each of the large steps runs in a task of its own, so that a slow phone can be tapped in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const started = nextTask().then(() => start(SCREENS));
const renderer = nextTask()
  .then(nextTask)
  .then(() => import("react-dom/client"));
const view = renderer.then(nextTask).then(async () => (await renderer).createRoot(root));

started
  .then(
    // Drawn in slices, for the same reason.
    () =>
      view
        .then((shown) => startTransition(() => shown.render(<App care={CareGate} wideFrame={WideFrame} />)))
        .then(window.startSucceeded),
    () => view.then((shown) => shown.render(<StartFailure />)).then(() => window.startFailed?.(true)),
  )
  .catch(() => window.startFailed?.());
