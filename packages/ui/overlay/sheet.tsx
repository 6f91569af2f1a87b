import X from "lucide-react/icons/x";
import { createContext, type ReactNode, use, useId } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { ScrollBox } from "../surface/scroll-box.tsx";
import { Modal } from "./modal.tsx";
import styles from "./sheet.module.css";

export interface SheetProps {
  open: boolean;
  /** Called on a request to close (Escape, back gesture, scrim, ×): set `open` to false, or do nothing to refuse. */
  onClose: () => void;
  title: ReactNode;
  /** Shown at the right of the title, before the ×. */
  headerEnd?: ReactNode;
  /** Name of the ×, which every sheet has: only one that is a lasting part of the page does not show it. */
  closeLabel: string;
  /** Only this part scrolls. */
  children: ReactNode;
  /** Totals and buttons that are always visible. */
  footer?: ReactNode;
}

export interface SheetShellProps extends Pick<SheetProps, "open" | "onClose" | "children"> {
  /** Id of the heading. */
  labelledBy: string;
}

function rising(props: SheetShellProps): ReactNode {
  return <RisingSheet {...props} />;
}

/** How the sheets below are shown: over the page, unless a part of the page gives them a place beside it. */
export const SheetShell = createContext(rising);

/** A sheet that rises from the bottom edge (300 ms up, 200 ms down) and traps focus while open. */
export function Sheet({ open, onClose, title, headerEnd, closeLabel, children, footer }: SheetProps) {
  const id = useId();
  const shell = use(SheetShell);
  const content = (
    <>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {headerEnd}
        <IconButton className={styles.close} label={closeLabel} icon={<X size={24} />} onClick={onClose} />
      </header>
      <ScrollBox className={styles.middle} labelledBy={id}>
        {children}
      </ScrollBox>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </>
  );
  // A sheet that this one opens stands above the page again.
  return (
    <SheetShell value={rising}>{shell({ open, onClose, labelledBy: id, children: content })}</SheetShell>
  );
}

function RisingSheet({ onClose, children, ...modal }: SheetShellProps) {
  return (
    <Modal {...modal} onDismiss={onClose} placement="bottom" leaveMs={200} panelClass={styles.sheet}>
      <span className={styles.grab} aria-hidden />
      {children}
    </Modal>
  );
}
