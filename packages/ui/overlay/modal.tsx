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
import { ToastAnnouncer } from "./toast.tsx";

/** Hears of each modal that opens, with how to dismiss it; answers what is to be called once it is closed. */
export type OnModalOpen = (dismiss: () => void) => () => void;

/** How an app with a history of its own lets "back" dismiss modals rather than leave the page behind them. */
export const ModalOpening = createContext<OnModalOpen | undefined>(undefined);

interface ModalProps {
  open: boolean;
  /** Escape, the system's back gesture or a tap on the scrim: the owner then sets `open` to false. */
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
 * A native modal <dialog>: the browser traps focus, makes the page behind inert and gives focus back.
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
    // The scrim is a convenience for pointers; the keyboard has Escape, handled here, and the panel's own buttons.
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
    // The event comes late: by then a modal that was closed and opened again is open.
    if (dialog.current?.open === false) onClose();
  });
  // A layout effect, so that a dialog inside a hidden <Activity> closes: left open it would block the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    // jsdom has no showModal.
    if (typeof element.showModal === "function") element.showModal();
    else element.setAttribute("open", "");
    // Focus the panel, not its first field: a keyboard should not jump up before it is wanted.
    (element.querySelector<HTMLElement>("[autofocus], [data-autofocus]") ?? panel.current)?.focus();
    // The browser may insist on closing; the owner then hears of it. Our own closing below is no news.
    element.addEventListener("close", onBrowserClose);
    return () => {
      element.removeEventListener("close", onBrowserClose);
      if (typeof element.close === "function") element.close();
      else element.removeAttribute("open");
      if (!(before instanceof HTMLElement)) return;
      before.focus({ preventScroll: true });
      // What can no longer be pressed takes no focus: the page around it does, so that the reader's place is kept.
      if (document.activeElement !== before) {
        before.closest<HTMLElement>("main")?.focus({ preventScroll: true });
      }
    };
  }, [dialog, panel]);
}
