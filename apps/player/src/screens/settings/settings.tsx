import { LOCALE_NAMES } from "@lotus/locales";
import {
  ArrowUpFromLineIcon,
  BellIcon,
  Card,
  CreditCardIcon,
  DownloadIcon,
  FingerprintIcon,
  GaugeIcon,
  GlobeIcon,
  InfoIcon,
  KeyRoundIcon,
  ListRow,
  LockIcon,
  MailIcon,
  MoonIcon,
  NavBar,
  PhoneIcon,
  ScanFaceIcon,
  ShieldIcon,
  VolumeIcon,
  WalletIcon,
  XIcon,
} from "@lotus/ui";
import type { MessageKey } from "@lotus/locales";
import type { ReactNode } from "react";
import { forgetPassword } from "../../session/remembered-password.ts";
import { useSession } from "../../session/session.ts";
import { useSettings } from "../../session/settings.ts";
import { useUserInfo } from "../../session/user-info.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { isClosed } from "../../shell/is-closed.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { href, specOf, type RouteName } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./settings.module.css";

interface Entry {
  readonly page: RouteName;
  readonly icon: ReactNode;
}

const GROUPS: readonly { readonly title: MessageKey; readonly entries: readonly Entry[] }[] = [
  {
    title: "app.settings.security",
    entries: [
      { page: "loginPassword", icon: <LockIcon size={20} /> },
      { page: "passkeys", icon: <FingerprintIcon size={20} /> },
      { page: "withdrawalPassword", icon: <KeyRoundIcon size={20} /> },
      { page: "devices", icon: <ShieldIcon size={20} /> },
      { page: "identity", icon: <ScanFaceIcon size={20} /> },
    ],
  },
  {
    title: "app.settings.contacts",
    entries: [
      { page: "phone", icon: <PhoneIcon size={20} /> },
      { page: "email", icon: <MailIcon size={20} /> },
      { page: "bankCard", icon: <CreditCardIcon size={20} /> },
      { page: "wallet", icon: <WalletIcon size={20} /> },
      { page: "withdrawalAddresses", icon: <ArrowUpFromLineIcon size={20} /> },
    ],
  },
  {
    title: "app.settings.device",
    entries: [
      { page: "language", icon: <GlobeIcon size={20} /> },
      { page: "appearance", icon: <MoonIcon size={20} /> },
      { page: "news", icon: <BellIcon size={20} /> },
      { page: "sound", icon: <VolumeIcon size={20} /> },
    ],
  },
  {
    title: "app.settings.more",
    entries: [
      { page: "limits", icon: <GaugeIcon size={20} /> },
      { page: "about", icon: <InfoIcon size={20} /> },
      { page: "myData", icon: <DownloadIcon size={20} /> },
      { page: "closeAccount", icon: <XIcon size={20} /> },
    ],
  },
];

/** Links to every setting. */
export function Screen() {
  const { t } = useI18n();
  return (
    <>
      <NavBar
        title={t("app.page.settings")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      <SettingsList />
    </>
  );
}

/** The same links beside one of the settings, in a wide window. */
export function SettingsBeside({ current }: { current: RouteName }) {
  const { t } = useI18n();
  return (
    <nav className={styles.beside} aria-label={t("app.page.settings")}>
      <p className={styles.besideTitle}>{t("app.page.settings")}</p>
      <SettingsList current={current} />
    </nav>
  );
}

/** Opens a setting; beside another one it takes its place, so that "back" leads out of the settings. */
function open(page: RouteName, current: RouteName | undefined): void {
  if (page === current) return;
  void (current === undefined ? navigation.push(href(page)) : navigation.replace(href(page)));
}

function SettingsList({ current }: { current?: RouteName }) {
  const { t, locale } = useI18n();
  const theme = useSettings((settings) => settings.theme);
  const remember = useSession((session) => session.remember);
  const { version, features } = useAppConfig();
  const info = useUserInfo().data;
  const values: Partial<Record<RouteName, string | undefined>> = {
    language: LOCALE_NAMES[locale],
    appearance: t(`app.theme.${theme}`),
    about: version,
    phone: info?.phone,
    email: info?.email,
  };
  return (
    <div className={styles.body}>
      {GROUPS.map((group) => (
        <section key={group.title}>
          <h2 className={styles.title}>{t(group.title)}</h2>
          <Card padding="none">
            {group.title === "app.settings.device" && remember && (
              <ListRow
                icon={<KeyRoundIcon size={20} />}
                title={t("auth.forgetDevice")}
                chevron={false}
                onClick={() => {
                  useSession.getState().setRemember(false);
                  void forgetPassword().then(() => notifySuccess(t("auth.forgotten")));
                }}
              />
            )}
            {group.entries.map(({ page, icon }) => (
              <ListRow
                key={page}
                icon={icon}
                title={t(specOf(page).title)}
                value={isClosed(page, features) ? t("app.state.comingSoon.title") : values[page]}
                current={page === current}
                onClick={() => open(page, current)}
              />
            ))}
          </Card>
        </section>
      ))}
    </div>
  );
}
