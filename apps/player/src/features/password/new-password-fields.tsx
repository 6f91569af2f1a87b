import { LockIcon, TextField } from "@lotus/ui";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { fieldError } from "../../components/form/field-error.ts";
import { StrengthMeter } from "./strength-meter.tsx";

interface NewPasswordFieldsProps {
  /** Current value, for the strength meter. */
  password: string;
  username: string;
  fields: { readonly password: UseFormRegisterReturn; readonly confirmation: UseFormRegisterReturn };
  errors: { readonly password?: FieldError | undefined; readonly confirmation?: FieldError | undefined };
}

/** New password with strength meter, and its confirmation. */
export function NewPasswordFields({ password, username, fields, errors }: NewPasswordFieldsProps) {
  const { t } = useI18n();
  const common = {
    prefix: <LockIcon size={20} aria-hidden />,
    eye: { show: t("auth.showPassword"), hide: t("auth.hidePassword") },
    // No maxLength: a password that is too long must be refused, not silently cut.
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
