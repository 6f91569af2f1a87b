import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Spinner } from "../feedback/spinner.tsx";
import { VisuallyHidden } from "../feedback/visually-hidden.tsx";
import styles from "./toast.module.css";

export type ToastIcon = "success" | "loading" | "none" | "error";

export interface ToastOptions {
  /** Default "none". */
  icon?: ToastIcon;
  /** Default 1500. Infinity stays until the next toast or `hideToast`. */
  durationMs?: number;
}

interface Shown {
  readonly id: number;
  readonly message: string;
  readonly icon: ToastIcon;
}

let current: Shown | undefined;
let said: string | undefined;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: Shown | undefined) {
  clearTimeout(timer);
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a short message above everything for 1500 ms, replacing any other. Needs one <ToastHost /> in the app. */
export function toast(message: string, options: ToastOptions = {}): void {
  const { icon = "none", durationMs = 1500 } = options;
  lastId += 1;
  show({ id: lastId, message, icon });
  if (Number.isFinite(durationMs)) timer = setTimeout(() => show(undefined), durationMs);
}

/** Hides the toast early, such as one that says "loading". */
export function hideToast(): void {
  show(undefined);
}

/** Reads a text to screen readers, above a modal too, without showing it; undefined takes it back. */
export function announce(text: string | undefined): void {
  said = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const useToast = () => useSyncExternalStore(subscribe, () => current);

/**
 * Announces the toast to screen readers. One is in the host and one in every modal, because content outside an open
 * modal is not announced.
 */
export function ToastAnnouncer() {
  const shown = useToast();
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <VisuallyHidden>
      <output aria-live={shown?.icon === "error" ? "assertive" : "polite"}>{shown?.message ?? text}</output>
    </VisuallyHidden>
  );
}

const ICONS = {
  success: <CircleCheck size={20} />,
  error: <CircleAlert size={20} />,
  loading: <Spinner />,
  none: null,
} as const;

/** Renders toasts: mount it once, at the end of the app. */
export function ToastHost() {
  const shown = useToast();
  return (
    <>
      <ToastAnnouncer />
      {shown !== undefined && <ToastBox key={shown.id} shown={shown} />}
    </>
  );
}

const raisers = new Set<() => void>();

/** Puts a shown toast above a modal that was opened after it. */
export function raiseToast(): void {
  for (const raiser of raisers) raiser();
}

/** The top layer has its elements in the order in which they came. Without popovers a modal covers a toast, which is still announced. */
function raise(element: HTMLElement | null): void {
  if (element === null) return;
  if (typeof element.hidePopover === "function") element.hidePopover();
  if (typeof element.showPopover === "function") element.showPopover();
}

/** Elsewhere the attribute is a warning of Chromium's. */
const HAS_POPOVERS = "popover" in HTMLElement.prototype;

function ToastBox({ shown }: { shown: Shown }) {
  const box = useRef<HTMLDivElement>(null);
  // A popover is in the top layer, above a modal that is already open.
  useEffect(() => {
    raise(box.current);
    const onModal = () => raise(box.current);
    raisers.add(onModal);
    return () => void raisers.delete(onModal);
  }, []);
  return (
    <div
      ref={box}
      popover={HAS_POPOVERS ? "manual" : undefined}
      className={styles.toast}
      data-icon={shown.icon}
      aria-hidden
    >
      {ICONS[shown.icon]}
      <span>{shown.message}</span>
    </div>
  );
}
