import { CreditCardIcon } from "@lotus/ui";
import { bankNamed } from "./find-bank.ts";
import styles from "./banks.module.css";

/**
 * The mark of a bank: its short code on a tile in a hue of its own, drawn by ourselves, so that no logo is copied. A card for
 * banks that are not in the list. Beside the bank's name it says nothing to readers of the screen.
 */
export function BankMark({ name, size = 40 }: { name: string; size?: 24 | 32 | 40 }) {
  const bank = bankNamed(name);
  if (bank === undefined) return <CreditCardIcon size={20} aria-hidden />;
  const { code, hue } = bank;
  return (
    <svg
      className={styles.mark}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden
      style={{ "--hue": hue }}
    >
      <rect width="40" height="40" rx="11" className={styles.tile} />
      <path d="M0 29 40 15v14a11 11 0 0 1-11 11H11A11 11 0 0 1 0 29Z" className={styles.shade} />
      <text
        x="20"
        y="21"
        className={styles.code}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={code.length > 4 ? 9 : code.length > 3 ? 11 : 14}
        textLength={code.length > 5 ? 32 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {code}
      </text>
    </svg>
  );
}
