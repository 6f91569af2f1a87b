import { isRefusal } from "@lotus/client";
import type { CALLS, CallBodyInput } from "@lotus/contract";
import { Button, FingerprintIcon, LockIcon, Sheet, TextField } from "@lotus/ui";
import { type ReactNode, useState } from "react";
import { useSubmitOnce } from "../../components/form/use-submit-once.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { notifyError } from "../../shell/notify.ts";
import styles from "./confirm-sheet.module.css";
import { loadCeremony } from "./late-ceremony.ts";
import type { OwnerProof } from "./ceremony.ts";

interface ConfirmSheetProps {
  readonly open: boolean;
  readonly title: string;
  readonly words?: ReactNode;
  readonly submitLabel: string;
  /** What is confirmed removes something. */
  readonly destructive?: boolean;
  readonly purpose: CallBodyInput<typeof CALLS.passkeyConfirmOptions>["purpose"];
  /** Whether the player has a passkey to confirm with. */
  readonly hasPasskey: boolean;
  readonly onClose: () => void;
  /** Does what was confirmed. What it throws is shown here. */
  readonly onConfirm: (proof: OwnerProof) => Promise<void>;
}

/** Asks for the login password, or a passkey, before something about passkeys changes. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, title, words, submitLabel, destructive, purpose, hasPasskey, onClose, onConfirm } = props;
  const { t } = useI18n();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState<"password" | "passkey" | undefined>();
  async function confirm(by: "password" | "passkey"): Promise<void> {
    setError(undefined);
    setBusy(by);
    try {
      const { proveByPasskey } = await loadCeremony();
      await onConfirm(by === "password" ? { password } : { assertion: await proveByPasskey(purpose) });
      setPassword("");
    } catch (thrown) {
      if (isRefusal(thrown, "OLD_PASSWORD_WRONG")) setError(thrown.msg);
      else await showProblem(thrown, t);
    } finally {
      setBusy(undefined);
    }
  }
  const submit = useSubmitOnce(async () => {
    if (password === "") setError(t("validation.passwordBlank"));
    else await confirm("password");
  });
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t("app.close")}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {words}
        <p className={styles.words}>{t("passkeys.confirmWords")}</p>
        <TextField
          label={t("auth.password")}
          prefix={<LockIcon size={20} aria-hidden />}
          eye={{ show: t("auth.showPassword"), hide: t("auth.hidePassword") }}
          autoComplete="current-password"
          maxLength={256}
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button
          type="submit"
          variant={destructive ? "danger" : "primary"}
          block
          busy={busy === "password"}
          disabled={busy === "passkey"}
        >
          {submitLabel}
        </Button>
        {hasPasskey && (
          <Button
            variant="ghost"
            block
            icon={<FingerprintIcon size={20} aria-hidden />}
            busy={busy === "passkey"}
            disabled={busy === "password"}
            onClick={() => void confirm("passkey")}
          >
            {t("passkeys.usePasskey")}
          </Button>
        )}
      </form>
    </Sheet>
  );
}

/** Shows what an authenticator or a browser refused; what the server refused is shown already. */
async function showProblem(thrown: unknown, t: ReturnType<typeof useI18n>["t"]): Promise<void> {
  const { ceremonyProblem } = await loadCeremony();
  const problem = ceremonyProblem(thrown);
  if (problem !== undefined) notifyError(t(problem));
}
