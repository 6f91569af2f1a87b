import type { Payment } from "@lotus/contract";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BankMark } from "../banks/bank-mark.tsx";
import { bankNamed } from "../banks/find-bank.ts";
import { appLinks } from "./app-links.ts";
import styles from "./payment.module.css";

/** Opens a bank's app on this phone with the transfer filled in; nothing is asked of anyone before a tap. */
export function BankApps({ payment }: { payment: Payment }) {
  const { t } = useI18n();
  const { features } = useAppConfig();
  const links = features["bankAppLinks"] === true ? appLinks(payment) : [];
  // The apps are on phones: a computer has none to open.
  if (links.length === 0 || !window.matchMedia("(pointer: coarse)").matches) return null;
  return (
    <section className={styles.apps} aria-label={t("payment.apps")}>
      <b>{t("payment.apps")}</b>
      <ul>
        {links.map(({ code, url }) => (
          <li key={code}>
            <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
              <BankMark name={code} size={32} />
              {bankNamed(code)?.name}
            </a>
          </li>
        ))}
      </ul>
      <p>{t("payment.appsWords")}</p>
    </section>
  );
}
