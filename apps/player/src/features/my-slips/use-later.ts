import { type ComponentType, useState } from "react";
import { word } from "../../i18n/i18n.ts";
import { notifyError } from "../../shell/notify.ts";

/**
 * A part that is loaded when it is first opened. If it cannot be loaded, it does not open, and the player is told.
 */
export function useLater<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    if (Part !== null) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        setOpen(false);
        notifyError(word("app.state.loadFailed.title"));
      },
    );
  };
  return { Part, isOpen, open, close: () => setOpen(false) };
}
