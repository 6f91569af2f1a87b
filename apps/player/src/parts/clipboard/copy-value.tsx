import { CopyButton } from "@lotus/ui";
import { notify, notifySuccess } from "../../shell/notify.ts";
import { useWords } from "../../words/use-words.tsx";
import { copyText } from "./copy-text.ts";

interface CopyValueProps {
  /** What is copied, for those who do not see what the button stands beside. */
  label: string;
  value: string;
}

/** The button beside something worth copying; says whether it worked. */
export function CopyValue({ label, value }: CopyValueProps) {
  const { t } = useWords();
  return (
    <CopyButton
      label={label}
      onCopy={async () => {
        const copied = await copyText(value);
        if (copied) notifySuccess(t("app.copied"));
        else notify(t("app.copyFailed"));
        return copied;
      }}
    />
  );
}
