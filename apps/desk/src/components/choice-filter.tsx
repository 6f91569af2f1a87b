import { SelectInput, type SelectInputProps } from "react-admin";
import { useI18n } from "../i18n/use-i18n.ts";

/** One of a few things that a list is narrowed to, or any; the names of its choices are worded already. */
export function ChoiceFilter(props: Pick<SelectInputProps, "source" | "label" | "choices" | "alwaysOn">) {
  const t = useI18n();
  return <SelectInput {...props} helperText={false} emptyText={t("filter.any")} translateChoice={false} />;
}
