import { tidyTyped } from "@lotus/money";
import { ChevronDownIcon, CreditCardIcon, ListRow, Sheet } from "@lotus/ui";
import { type Ref, useId, useState } from "react";
import { SearchField } from "../../components/search-field.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BankMark } from "./bank-mark.tsx";
import styles from "./banks.module.css";
import { searchBanks } from "./find-bank.ts";

interface BankFieldProps {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  hint: string;
  error: string | undefined;
  /** Name of the bank; empty for none. */
  value: string;
  onChange: (name: string) => void;
}

/** Longest name of a bank that is not in the list. */
const NAME_MAX = 60;

/** A bank from a list with a search, or another by its name. */
export function BankField({ ref, label, hint, error, value, onChange }: BankFieldProps) {
  const { t } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <button
        ref={ref}
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        data-wrong={error === undefined ? undefined : true}
        onClick={() => setOpen(true)}
      >
        {value !== "" && <BankMark name={value} size={32} />}
        <span id={`${id}-value`} className={styles.chosen} data-none={value === "" || undefined}>
          {value === "" ? hint : value}
        </span>
        <ChevronDownIcon size={20} aria-hidden />
      </button>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={label} closeLabel={t("app.close")}>
        <BankList
          onChoose={(name) => {
            setOpen(false);
            onChange(name);
          }}
        />
      </Sheet>
    </div>
  );
}

function BankList({ onChoose }: { onChoose: (name: string) => void }) {
  const { t } = useI18n();
  const [typed, setTyped] = useState("");
  const found = searchBanks(typed);
  const own = tidyTyped(typed);
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={t("withdraw.banks.search")}
          maxLength={NAME_MAX}
          value={typed}
          onSearch={setTyped}
        />
      </div>
      {found.map(({ code, name, full }) => (
        <ListRow
          key={code}
          icon={<BankMark name={code} />}
          title={name}
          detail={full}
          chevron={false}
          onClick={() => onChoose(name)}
        />
      ))}
      {found.length === 0 && <p className={styles.missing}>{t("withdraw.banks.none")}</p>}
      {own !== "" && (
        <ListRow
          icon={<CreditCardIcon size={20} aria-hidden />}
          title={t("withdraw.banks.use", { name: own })}
          chevron={false}
          onClick={() => onChoose(own)}
        />
      )}
    </>
  );
}
