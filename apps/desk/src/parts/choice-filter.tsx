import { SelectInput, type SelectInputProps } from "react-admin";
import { useWords } from "../words/use-words.ts";

/** One of a few things that a list is narrowed to, or any; the names of its choices are worded already. */
export function ChoiceFilter(props: Pick<SelectInputProps, "source" | "label" | "choices" | "alwaysOn">) {
  const t = useWords();
  return <SelectInput {...props} helperText={false} emptyText={t("filter.any")} translateChoice={false} />;
}
