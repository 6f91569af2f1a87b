import { notify, notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { copyText } from "./copy-text.ts";

/** Copies a text and says whether it worked. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { t } = useI18n();
  return async (text) => {
    const copied = (await copyText(text)) || (await onRelease(() => copyText(text)));
    if (copied) notifySuccess(t("app.copied"));
    else notify(t("app.copyFailed"));
    return copied;
  };
}

/** How long a finger may stay down after what it held was refused. */
const TIMEOUT_MS = 3000;

/**
 * Some browsers let nothing be copied while the finger is still down. Tries once more as it goes up; false when no
 * finger is down, or it stays.
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
