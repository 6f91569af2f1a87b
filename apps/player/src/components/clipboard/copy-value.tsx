import { CopyButton } from "@lotus/ui";
import { useCopy } from "./use-copy.ts";

interface CopyValueProps {
  /** What is copied, for those who do not see what the button stands beside. */
  label: string;
  value: string;
}

/** The button beside something worth copying; says whether it worked. */
export function CopyValue({ label, value }: CopyValueProps) {
  const copy = useCopy();
  return <CopyButton label={label} onCopy={() => copy(value)} />;
}
