import CircleAlert from "lucide-react/icons/circle-alert";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { joinClasses } from "../join-classes.ts";
import styles from "./text-field.module.css";

export interface FieldWordsProps {
  /** Above the field; never only a placeholder. */
  label: ReactNode;
  /** A calm sentence below. */
  hint?: ReactNode;
  /** What is wrong and what to do; stands above the hint, which may hold the rule. */
  error?: ReactNode;
}

export interface TextFieldProps
  extends FieldWordsProps, Omit<InputHTMLAttributes<HTMLInputElement>, "prefix" | "size"> {
  ref?: Ref<HTMLInputElement>;
  /** Icon or sign before the text. */
  prefix?: ReactNode;
  /** Icon, unit or control after the text. */
  suffix?: ReactNode;
  /** For a password: the accessible names of the eye button. Adds the button and sets the input's type. */
  eye?: { show: string; hide: string };
}

/** Single-line text input with label above and hint below. Passes every input attribute through. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, prefix, suffix, eye, id: givenId, className, type, ref, ...rest } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const [seen, setSeen] = useState(false);
  const words = error ?? hint;
  return (
    <div className={joinClasses(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={joinClasses(styles.box, error !== undefined && styles.wrong)}>
        {prefix}
        <input
          maxLength={140}
          {...rest}
          ref={ref}
          id={id}
          type={eye !== undefined ? (seen ? "text" : "password") : type}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={words !== undefined ? `${id}-words` : undefined}
        />
        {suffix}
        {eye !== undefined && (
          <IconButton
            className={styles.eye}
            label={seen ? eye.hide : eye.show}
            icon={seen ? <Eye size={20} /> : <EyeOff size={20} />}
            onClick={() => setSeen(!seen)}
          />
        )}
      </div>
      <FieldWords id={`${id}-words`} hint={hint} error={error} />
    </div>
  );
}

/** Text below a field: the error with its icon, and the hint. */
export function FieldWords({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  if (error === undefined && hint === undefined) return null;
  return (
    <div id={id}>
      {error !== undefined && (
        <p className={joinClasses(styles.words, styles.error)}>
          <CircleAlert size={14} aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && hint !== error && (
        <p className={styles.words}>
          <span>{hint}</span>
        </p>
      )}
    </div>
  );
}
