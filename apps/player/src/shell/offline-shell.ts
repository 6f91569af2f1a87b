import { trustedWorker } from "../api/trusted-worker.ts";
import { useSettings } from "../session/settings.ts";

const WORKER = "/sw.js";

/**
 * Lets the app start without a network: a service worker caches its shell and the last active catalogue. Does nothing
 * where service workers are unavailable, as on a plain http address, or in development.
 */
export function cacheShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // The app works without a worker where the browser forbids it, as in private windows.
  register(serviceWorker).catch(() => undefined);
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

async function register(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await workers.register(trustedWorker(WORKER), { updateViaCache: "none" });
  // A browser looks for a newer worker once the present one has nothing to do, which on a busy page may be never.
  if (registration.active !== null) await registration.update();
}
