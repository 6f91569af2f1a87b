import { CheckIcon, Chip, ChevronDownIcon, ListRow, Sheet, XIcon } from "@lotus/ui";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface RecordChoiceProps<Key extends string> {
  /** The chosen value, or the chip's label while none is chosen. */
  title: string;
  /** Label of "all". */
  all: string;
  items: readonly { readonly key: Key; readonly label: string }[];
  value: Key | undefined;
  onChange: (key: Key | undefined) => void;
}

/** A chip that opens its choices; highlighted while one is chosen. */
export function RecordChoice<Key extends string>({
  title,
  all,
  items,
  value,
  onChange,
}: RecordChoiceProps<Key>) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const choose = (key: Key | undefined) => {
    onChange(key);
    setOpen(false);
  };
  const rows = [{ key: undefined, label: all }, ...items];
  return (
    <>
      <Chip
        on={value !== undefined}
        aria-haspopup="dialog"
        end={<ChevronDownIcon aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {items.find((item) => item.key === value)?.label ?? title}
      </Chip>
      {value !== undefined && (
        <Chip aria-label={t("money.records.clear")} onClick={() => onChange(undefined)}>
          <XIcon aria-hidden />
        </Chip>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={title} closeLabel={t("app.close")}>
        {rows.map(({ key, label }) => (
          <ListRow
            key={key ?? ""}
            title={<span aria-current={key === value || undefined}>{label}</span>}
            value={key === value ? <CheckIcon size={20} aria-hidden /> : undefined}
            chevron={false}
            onClick={() => choose(key)}
          />
        ))}
      </Sheet>
    </>
  );
}
