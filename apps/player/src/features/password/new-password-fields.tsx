import { LockIcon, TextField } from "@lotus/ui";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { fieldError } from "../../components/form/field-error.ts";
import { StrengthMeter } from "./strength-meter.tsx";

interface NewPasswordFieldsProps {
  /** What is typed, for the meter. */
  password: string;
  username: string;
  fields: { readonly password: UseFormRegisterReturn; readonly confirmation: UseFormRegisterReturn };
  errors: { readonly password?: FieldError | undefined; readonly confirmation?: FieldError | undefined };
}

/** A new password, how strong it is, and the same once more. */
export function NewPasswordFields({ password, username, fields, errors }: NewPasswordFieldsProps) {
  const { t } = useI18n();
  const common = {
    prefix: <LockIcon size={20} aria-hidden />,
    eye: { show: t("auth.showPassword"), hide: t("auth.hidePassword") },
    // No length that is allowed is cut off here: a password that is too long must be told, not made another one.
    autoComplete: "new-password",
  };
  return (
    <>
      <div>
        <TextField
          {...common}
          label={t("account.newPassword")}
          hint={password === "" ? t("auth.passwordHint") : undefined}
          error={fieldError(t, errors.password)}
          {...fields.password}
        />
        <StrengthMeter password={password} username={username} />
      </div>
      <TextField
        {...common}
        label={t("account.newPasswordAgain")}
        error={fieldError(t, errors.confirmation)}
        {...fields.confirmation}
      />
    </>
  );
}
