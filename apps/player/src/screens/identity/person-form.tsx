import { CALLS } from "@lotus/contract";
import { Button, Card, TextField, UserIcon } from "@lotus/ui";
import { Controller } from "react-hook-form";
import { DayField } from "../../components/day-field.tsx";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { useCallForm, type CallForm } from "../../components/form/use-call-form.ts";
import { useSubmitOnce } from "../../components/form/use-submit-once.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { api } from "../../session/api.ts";
import { showIdentity } from "./identity-queries.ts";
import styles from "./identity.module.css";

interface Fields {
  real_name: string;
  birth_date: string;
}

/** A date that is known already is left out. */
const formOf = (asksDate: boolean): CallForm<Fields> => {
  const bodyOf = ({ real_name, birth_date }: Fields) => ({ real_name, ...(asksDate && { birth_date }) });
  return {
    resolver: contractResolver<Fields>(CALLS.tellIdentity.body, bodyOf),
    defaultValues: { real_name: "", birth_date: "" },
    refusals: {
      UNDER_AGE: "birth_date",
      BIRTH_DATE_REQUIRED: "birth_date",
      IDENTITY_CLOSED: "real_name",
    },
    send: async (values, options) =>
      showIdentity(await api.call(CALLS.tellIdentity, { body: bodyOf(values) }, options)),
  };
};
const FORMS = { withDate: formOf(true), withoutDate: formOf(false) } as const;

/** Name, and the date of birth of an account that was made without one. */
export function PersonForm({ birthDate }: { birthDate: string | null }) {
  const { t } = useI18n();
  const asksDate = birthDate === null;
  const form = useCallForm(asksDate ? FORMS.withDate : FORMS.withoutDate, () => Promise.resolve());
  const { register, formState } = form;
  const onSubmit = useSubmitOnce(form.submit);
  return (
    <Card>
      <form className={styles.form} onSubmit={onSubmit} noValidate aria-labelledby="identity-person">
        <h2 id="identity-person" className={styles.title}>
          {t("identity.person")}
        </h2>
        <p className={styles.hint}>{t("identity.personWords")}</p>
        <TextField
          label={t("identity.name")}
          prefix={<UserIcon size={20} aria-hidden />}
          autoComplete="name"
          error={fieldError(t, formState.errors.real_name)}
          {...register("real_name")}
        />
        {asksDate && (
          <Controller
            control={form.control}
            name="birth_date"
            render={({ field, fieldState }) => (
              <DayField
                {...field}
                label={t("auth.birthDate")}
                autoComplete="bday"
                error={fieldError(t, fieldState.error)}
              />
            )}
          />
        )}
        <Button type="submit" variant="tint" block busy={formState.isSubmitting}>
          {t("identity.save")}
        </Button>
      </form>
    </Card>
  );
}
