import { Card, GlobeIcon, HeadphonesIcon, ListRow, MailIcon, PhoneIcon } from "@lotus/ui";
import type { ServiceMessageKey } from "@lotus/locales";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./service.module.css";

const NAMES: Readonly<Record<string, ServiceMessageKey>> = {
  email: "service.contact.email",
  phone: "service.contact.phone",
  telegram: "service.contact.telegram",
  zalo: "service.contact.zalo",
  whatsapp: "service.contact.whatsapp",
  messenger: "service.contact.messenger",
  line: "service.contact.line",
  web: "service.contact.web",
};

const ICONS: Readonly<Record<string, typeof MailIcon>> = { email: MailIcon, phone: PhoneIcon };

/** The ways to reach the operator: the chat, and its other channels. */
export function Contacts({ onChat }: { onChat: () => void }) {
  const { t } = useI18n();
  const channels = useAppConfig().service ?? [];
  return (
    <section className={styles.group} aria-labelledby="help-contacts">
      <h2 id="help-contacts">{t("service.contacts")}</h2>
      <Card padding="none">
        <ListRow icon={<HeadphonesIcon size={22} />} title={t("service.write")} onClick={onChat} />
        {channels.map(({ kind, label, url }) => {
          const Icon = ICONS[kind] ?? GlobeIcon;
          return (
            <a key={url} className={styles.contact} href={url} target="_blank" rel="noopener noreferrer">
              <Icon size={22} aria-hidden />
              <span>
                <b>{t(NAMES[kind] ?? "service.contact.web")}</b>
                <span>{label}</span>
              </span>
            </a>
          );
        })}
      </Card>
    </section>
  );
}
