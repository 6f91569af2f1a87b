import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";

/** An open dialog of an action. */
interface Shown {
  /** The button it belongs to. */
  readonly id: string;
  readonly props: ActionDialogProps<unknown>;
}

interface Dialogs {
  /** Shows a dialog, or the one that is open with what it has become. */
  readonly show: (shown: Shown) => void;
  /** The button has gone, or does something else now: what it was to do is decided. */
  readonly leave: (id: string) => void;
  readonly close: (id: string) => void;
}

const DialogsContext = createContext<Dialogs | undefined>(undefined);

/**
 * Holds the dialogs of all actions outside of the rows that open them: a row leaves its list as soon as a colleague has
 * decided about it, and whoever is typing a reason must not lose the dialog without a word.
 */
export function ActionDialogs({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const dialogs = useMemo<Dialogs>(
    () => ({
      show: setShown,
      leave: (id) =>
        setShown((now) => (now?.id === id ? { id, props: { ...now.props, overtaken: true } } : now)),
      close: (id) => setShown((now) => (now?.id === id ? undefined : now)),
    }),
    [],
  );
  return (
    <DialogsContext.Provider value={dialogs}>
      {children}
      {shown !== undefined && <ActionDialog key={shown.id} {...shown.props} />}
    </DialogsContext.Provider>
  );
}

/** The dialogs around this button. */
export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (dialogs === undefined) throw new Error("no dialogs around this button");
  return dialogs;
}
