import { ResultBar } from "../bet-result/result-bar.tsx";
import { ResultWindow } from "../bet-result/result-window.tsx";
import { PasskeyOffer } from "../passkeys/passkey-offer.tsx";
import { watchResults } from "../bet-result/watch-results.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useLateOverlay } from "../../shell/late-overlay.ts";
import { followAppBadge } from "./app-badge.ts";
import { hearWorker } from "./hear-worker.ts";
import { noteResults } from "./install.ts";
import { InstallHint } from "./install-hint.tsx";

/** Begins to tell the player, on every page, what happens to them. */
export async function startNews(): Promise<void> {
  await loadCatalog("news");
  useLateOverlay.setState({
    overlay: (
      <>
        <ResultBar />
        <ResultWindow />
        <InstallHint />
        <PasskeyOffer />
      </>
    ),
  });
  noteResults();
  watchResults();
  followAppBadge();
  hearWorker();
}
