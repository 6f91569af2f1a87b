import { type ReactNode, useId } from "react";
import { Button } from "../button/button.tsx";
import { joinClasses } from "../join-classes.ts";
import styles from "./dialog.module.css";
import { Modal } from "./modal.tsx";

export interface DialogProps {
  open: boolean;
  /** Called on a request to close (Escape, back gesture, scrim): set `open` to false, or do nothing to refuse. */
  onClose: () => void;
  title: ReactNode;
  /** Keeps the title for screen readers only, when the content shows its own. */
  titleHidden?: boolean;
  children?: ReactNode;
  /** One or two buttons, side by side. */
  actions?: ReactNode;
  role?: "dialog" | "alertdialog";
  /** No inner padding, for a dialog that draws its own background. */
  bare?: boolean;
}

/** A dialog in the middle of the screen, animated for 200 ms. Only its content scrolls. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, titleHidden, children, actions, role = "dialog", bare } = props;
  const id = useId();
  return (
    <Modal
      open={open}
      onDismiss={onClose}
      labelledBy={id}
      {...(children !== undefined && role === "alertdialog" && { describedBy: `${id}-words` })}
      role={role}
      placement="centre"
      leaveMs={200}
      panelClass={joinClasses(styles.dialog, bare && styles.bare)}
    >
      <h2 id={id} className={titleHidden ? styles.unseen : styles.title}>
        {title}
      </h2>
      {children !== undefined && (
        <div id={`${id}-words`} className={styles.content}>
          {children}
        </div>
      )}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Modal>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  children?: ReactNode;
  /** Names the action, such as "Cancel this order". */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
  /** Nothing is lost by it: its button does not warn. */
  gentle?: boolean;
}

/** Asks for confirmation of something irreversible, in red. Escape and the scrim cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel,
    onConfirm,
    onCancel,
    busy = false,
    gentle,
  } = props;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      actions={
        <>
          <Button variant="outline" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={gentle ? "primary" : "danger"} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
