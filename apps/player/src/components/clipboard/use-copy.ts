import { notify, notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { copyText } from "./copy-text.ts";

/** Copies a text and shows whether it worked. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { t } = useI18n();
  return async (text) => {
    const copied = (await copyText(text)) || (await onRelease(() => copyText(text)));
    if (copied) notifySuccess(t("app.copied"));
    else notify(t("app.copyFailed"));
    return copied;
  };
}

/** Longest wait for the end of a touch after a refused copy. */
const TIMEOUT_MS = 3000;

/**
 * Some browsers refuse to copy during a touch. Retries once when the touch ends; false if there is no touch, or it does
 * not end.
 */
function onRelease(act: () => Promise<boolean>): Promise<boolean> {
  if (!held) return Promise.resolve(false);
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      window.removeEventListener("touchend", released);
      resolve(false);
    }, TIMEOUT_MS);
    const released = () => {
      clearTimeout(late);
      resolve(act());
    };
    window.addEventListener("touchend", released, { once: true });
  });
}

let held = false;
if (typeof window !== "undefined") {
  window.addEventListener("touchstart", () => void (held = true), { capture: true, passive: true });
  for (const name of ["touchend", "touchcancel"])
    window.addEventListener(name, () => void (held = false), { capture: true, passive: true });
}
