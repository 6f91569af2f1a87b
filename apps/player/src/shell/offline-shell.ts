import { useSettings } from "../session/settings.ts";

const WORKER = "/sw.js";

/** As far as it is used here; the types of browsers do not know it yet. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * Lets the app open where there is no network: a worker keeps its shell and the words last spoken. Nothing happens
 * where there is no worker to be had, as on a plain http address, or in an app that was not built.
 */
export function keepShellOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // A browser that forbids workers, as in private windows, goes without.
  serviceWorker.register(trusted(WORKER), { updateViaCache: "none" }).catch(() => undefined);
  const tellWords = () =>
    void serviceWorker.ready.then(({ active }) =>
      // A worker is of this origin alone and takes no target.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      active?.postMessage({ words: useSettings.getState().locale }),
    );
  tellWords();
  useSettings.subscribe((now, before) => {
    if (now.locale !== before.locale) tellWords();
  });
}

/** The strict page takes addresses of scripts from this policy alone, and the policy lets one through. */
function trusted(url: string): string {
  // Browsers that have it have it in this form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const types = "trustedTypes" in window ? (window.trustedTypes as TrustedTypes) : undefined;
  const policy = types?.createPolicy("lotus-sw", {
    createScriptURL: (asked) => {
      if (asked !== WORKER) throw new TypeError(`${asked} is not the worker`);
      return asked;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
