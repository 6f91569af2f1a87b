import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { joinClasses } from "../join-classes.ts";
import { useLeaving } from "../motion/use-leaving.ts";
import styles from "./modal.module.css";
import { raiseToast, ToastAnnouncer } from "./toast.tsx";

/** Called when a modal opens, with the function that dismisses it; returns a function to call once it is closed. */
export type OnModalOpen = (dismiss: () => void) => () => void;

/** Lets an app with its own history dismiss modals on "back" instead of leaving the page. */
export const ModalOpening = createContext<OnModalOpen | undefined>(undefined);

interface ModalProps {
  open: boolean;
  /** Called on Escape, the system's back gesture or a tap on the scrim: set `open` to false. */
  onDismiss: () => void;
  /** Ids of the heading and, optionally, the sentence. */
  labelledBy: string;
  describedBy?: string;
  role?: "dialog" | "alertdialog";
  placement: "bottom" | "centre";
  leaveMs: number;
  panelClass: string | undefined;
  children: ReactNode;
}

/**
 * A native modal <dialog>: the browser traps focus, makes the page behind inert and restores focus.
 * The dialog itself fills the window and never moves, so that only the panel inside is animated.
 */
export function Modal(props: ModalProps) {
  const { shown, leaving } = useLeaving(props.open, props.leaveMs);
  return shown ? <OpenModal {...props} leaving={leaving} /> : null;
}

function OpenModal(props: ModalProps & { leaving: boolean }) {
  const { open, onDismiss, labelledBy, describedBy, role, placement, panelClass, leaving, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useModalElement(dialog, panel, () => {
    if (open) onDismiss();
  });
  const onOpen = use(ModalOpening);
  const dismiss = useEffectEvent(onDismiss);
  useLayoutEffect(() => (open ? onOpen?.(() => dismiss()) : undefined), [open, onOpen]);
  return (
    // The scrim is for pointers; the keyboard has Escape, handled here, and the panel's buttons.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={role}
      aria-modal="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-leaving={leaving || undefined}
      className={joinClasses(styles.modal, styles[placement])}
      onClick={(event) => {
        if (event.target === dialog.current) onDismiss();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onDismiss();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
    >
      <div ref={panel} tabIndex={-1} className={joinClasses(styles.panel, panelClass)}>
        {children}
        <ToastAnnouncer />
      </div>
    </dialog>
  );
}

function useModalElement(
  dialog: RefObject<HTMLDialogElement | null>,
  panel: RefObject<HTMLDivElement | null>,
  onClose: () => void,
) {
  const onBrowserClose = useEffectEvent(() => {
    // The event is asynchronous: the modal may have been opened again meanwhile.
    if (dialog.current?.open === false) onClose();
  });
  // A layout effect, so that a dialog inside a hidden <Activity> closes: left open it would block the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    // jsdom has no showModal.
    if (typeof element.showModal === "function") {
      element.showModal();
      // It has focused, and so scrolled, where the browser knows no `overflow: clip`.
      element.scrollTo(0, 0);
    } else element.setAttribute("open", "");
    raiseToast();
    // Focus the panel, not its first field, which would open the on-screen keyboard. It is still below the edge that it rises
    // from: scrolled into view it would be there at once, and too high.
    (element.querySelector<HTMLElement>("[autofocus], [data-autofocus]") ?? panel.current)?.focus({
      preventScroll: true,
    });
    // The browser may close the dialog itself, which the owner must know. The close below is the owner's own.
    element.addEventListener("close", onBrowserClose);
    return () => {
      element.removeEventListener("close", onBrowserClose);
      if (typeof element.close === "function") element.close();
      else element.removeAttribute("open");
      if (!(before instanceof HTMLElement)) return;
      before.focus({ preventScroll: true });
      // A control that is gone or disabled cannot take the focus back: the page around it does, which keeps the
      // reader's place.
      if (document.activeElement !== before) {
        before.closest<HTMLElement>("main")?.focus({ preventScroll: true });
      }
    };
  }, [dialog, panel]);
}
