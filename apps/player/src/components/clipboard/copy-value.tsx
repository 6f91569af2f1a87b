import { CopyButton } from "@lotus/ui";
import { useCopy } from "./use-copy.ts";

interface CopyValueProps {
  /** What is copied, for the accessible name. */
  label: string;
  value: string;
}

/** Copy button; shows whether it worked. */
export function CopyValue({ label, value }: CopyValueProps) {
  const copy = useCopy();
  return <CopyButton label={label} onCopy={() => copy(value)} />;
}
