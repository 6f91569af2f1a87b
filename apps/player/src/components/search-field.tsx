import { SearchIcon, TextField, type TextFieldProps } from "@lotus/ui";

interface SearchFieldProps extends Pick<TextFieldProps, "label" | "ref" | "enterKeyHint" | "onKeyDown"> {
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
}

/** A search field. When its text changes, the list below it scrolls back to its beginning. */
export function SearchField({ onSearch, maxLength = 40, ...props }: SearchFieldProps) {
  return (
    <search>
      <TextField
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={maxLength}
        prefix={<SearchIcon size={20} aria-hidden />}
        onChange={({ target }) => {
          scrollBack(target);
          onSearch(target.value);
        }}
        {...props}
      />
    </search>
  );
}

function scrollBack(field: HTMLElement): void {
  for (let box = field.parentElement; box !== null && box.localName !== "dialog"; box = box.parentElement)
    if (box.scrollTop > 0) box.scrollTop = 0;
}
