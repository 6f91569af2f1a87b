import { type ReactNode, use, useEffectEvent, useLayoutEffect, useRef } from "react";
import { ModalOpening } from "../overlay/modal.tsx";
import type { SheetShellProps } from "../overlay/sheet.tsx";
import styles from "./beside.module.css";

/**
 * A sheet in its place in the layout: like a modal one it takes the focus and gives it back, and Escape and "back" close
 * it.
 */
export const besideSheet = (props: SheetShellProps): ReactNode =>
  props.open ? <OpenBeside {...props} /> : null;

function OpenBeside({ onClose, labelledBy, children }: SheetShellProps) {
  const section = useRef<HTMLElement>(null);
  const onOpen = use(ModalOpening);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = section.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    element.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      // A dialog above it is closed first.
      if (event.key === "Escape" && document.querySelector("dialog[open]") === null) close();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      if (element.contains(document.activeElement) && before instanceof HTMLElement) {
        before.focus({ preventScroll: true });
      }
    };
  }, []);
  useLayoutEffect(() => onOpen?.(() => close()), [onOpen]);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={labelledBy} data-beside className={styles.beside}>
      {children}
    </section>
  );
}

/** A sheet that is a lasting part of the page: it takes no focus, and "back" does not close it. */
export const dockedSheet = ({ open, labelledBy, children }: SheetShellProps): ReactNode =>
  open && (
    <section tabIndex={-1} aria-labelledby={labelledBy} data-docked className={styles.docked}>
      {children}
    </section>
  );
