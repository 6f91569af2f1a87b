import { Button, NavBar } from "@lotus/ui";
import type { ReactNode } from "react";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useSubmitOnce } from "./use-submit-once.ts";
import styles from "./form-page.module.css";

export interface FormPageProps {
  title: string;
  /** Shown above the fields. */
  intro?: ReactNode;
  children: ReactNode;
  /** Shown below the button. */
  foot?: ReactNode;
  submitLabel: string;
  /** What is sent ends or removes something. */
  destructive?: boolean;
  busy: boolean;
  /** Something must be agreed to first. */
  disabled?: boolean;
  onSubmit: () => Promise<void>;
  onBack?: () => void;
}

/** A page with one form: its fields, and a button that sends them once. */
export function FormPage(props: FormPageProps) {
  const { title, intro, children, foot, submitLabel, destructive, busy, disabled, onSubmit, onBack } = props;
  const { t } = useI18n();
  const submit = useSubmitOnce(onSubmit);
  return (
    <div className={styles.screen}>
      <NavBar
        title={title}
        ground="surface"
        onBack={onBack ?? (() => void navigation.back())}
        backLabel={t("app.back")}
      />
      <form className={styles.form} onSubmit={submit} noValidate>
        {intro !== undefined && <div className={styles.intro}>{intro}</div>}
        {children}
        <div className={styles.end}>
          <Button
            type="submit"
            variant={destructive ? "danger" : "primary"}
            block
            busy={busy}
            disabled={disabled}
          >
            {submitLabel}
          </Button>
          {foot}
        </div>
      </form>
    </div>
  );
}
