import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import styles from "./copy-button.module.css";

export interface CopyButtonProps {
  label: string;
  /** Copies and shows a message; a promise that resolves to false means it failed. */
  onCopy: () => void | Promise<boolean | void>;
}

/** Copy button. Shows a tick for a moment after success. */
export function CopyButton({ label, onCopy }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  async function copy() {
    if ((await onCopy()) !== false) setDone(true);
  }
  return (
    <IconButton
      label={label}
      className={styles.copy}
      icon={done ? <Check size={18} /> : <Copy size={18} />}
      onClick={() => void copy()}
    />
  );
}
