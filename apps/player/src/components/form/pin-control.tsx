import { PinField } from "@lotus/ui";
import { Controller, type Control, type FieldValues, type Path } from "react-hook-form";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { fieldError } from "./field-error.ts";

interface PinControlProps<Values extends FieldValues> {
  control: Control<Values>;
  name: Path<Values>;
  label: string;
  hint?: string;
}

/** A withdrawal password in a form. */
export function PinControl<Values extends FieldValues>(props: PinControlProps<Values>) {
  const { control, name, label, hint } = props;
  const { t } = useI18n();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <PinField
          label={label}
          hint={hint}
          error={fieldError(t, fieldState.error)}
          value={field.value}
          onChange={field.onChange}
          name={field.name}
          ref={field.ref}
        />
      )}
    />
  );
}
