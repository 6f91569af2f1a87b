import { useSettings } from "../session/settings.ts";

const WORKER = "/sw.js";

/** The part used here; TypeScript's DOM types lack it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * Lets the app start without a network: a service worker caches its shell and the last active catalogue. Does nothing
 * where service workers are unavailable, as on a plain http address, or in development.
 */
export function cacheShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // The app works without a worker where the browser forbids it, as in private windows.
  serviceWorker.register(trusted(WORKER), { updateViaCache: "none" }).catch(() => undefined);
  const postWords = () =>
    void serviceWorker.ready.then(({ active }) =>
      // A worker belongs to this origin and has no target parameter.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      active?.postMessage({ words: useSettings.getState().locale }),
    );
  postWords();
  useSettings.subscribe((now, before) => {
    if (now.locale !== before.locale) postWords();
  });
}

/**
 * The content security policy accepts script addresses from this Trusted Types policy alone, and the policy allows one
 * address.
 */
function trusted(url: string): string {
  // Every browser that has the API has it in this form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const types = "trustedTypes" in window ? (window.trustedTypes as TrustedTypes) : undefined;
  const policy = types?.createPolicy("lotus-sw", {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(`${url} is not the worker`);
      return url;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
