import { Button, Checkbox, Sheet } from "@lotus/ui";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { fieldError } from "../../../components/form/field-error.ts";
import { LegalText, type LegalDocument } from "../../../features/legal-text.tsx";
import { href } from "../../../shell/routes.ts";
import { Rich, useI18n } from "../../../i18n/use-i18n.tsx";
import type { RegisterForm } from "./register-form.ts";
import styles from "./register.module.css";

/** Checkbox for age and agreement. Both texts open in a popup that can tick it too. */
export function TermsField() {
  const { t } = useI18n();
  const { control } = useFormContext<RegisterForm>();
  const { field, fieldState } = useController({ control, name: "agreed" });
  const { value, onChange, ...box } = field;
  const [read, setRead] = useState<LegalDocument>();
  const problem = fieldError(t, fieldState.error);
  const link = (document: LegalDocument) => (
    <a
      href={href(document)}
      onClick={(event) => {
        event.preventDefault();
        setRead(document);
      }}
    >
      {t(`app.page.${document}`)}
    </a>
  );
  return (
    <div className={styles.terms}>
      <Checkbox
        {...box}
        checked={value}
        error={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : "terms-problem"}
        onChange={(event) => onChange(event.target.checked)}
      >
        <Rich id="auth.agree" parts={[link("terms"), link("privacy")]} />
      </Checkbox>
      {problem !== undefined && (
        <p id="terms-problem" role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Sheet
        open={read !== undefined}
        onClose={() => setRead(undefined)}
        title={t(`app.page.${read ?? "terms"}`)}
        closeLabel={t("app.close")}
        footer={
          <Button
            block
            onClick={() => {
              onChange(true);
              setRead(undefined);
            }}
          >
            {t("auth.agreeAndClose")}
          </Button>
        }
      >
        {read !== undefined && (
          // The keyboard can scroll only a box that is focusable.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section tabIndex={0} aria-label={t(`app.page.${read}`)}>
            <LegalText document={read} />
          </section>
        )}
      </Sheet>
    </div>
  );
}
