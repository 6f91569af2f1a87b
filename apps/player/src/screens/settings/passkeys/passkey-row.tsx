import { FingerprintIcon, KeyRoundIcon, ListRow } from "@lotus/ui";
import type { Passkey } from "../../../features/passkeys/passkeys-query.ts";
import { useI18n, type I18n } from "../../../i18n/use-i18n.tsx";
import styles from "./passkeys.module.css";

/** One passkey: its name, where it is kept, and when it was last used. */
export function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: () => void }) {
  const words = useI18n();
  const { t } = words;
  return (
    <ListRow
      icon={passkey.kind === "key" ? <KeyRoundIcon size={20} /> : <FingerprintIcon size={20} />}
      title={passkey.name}
      detail={
        passkey.suspended ? (
          <span className={styles.warning}>{t("passkeys.suspended")}</span>
        ) : (
          <>
            {t(`passkeys.kind.${passkey.kind}`)}
            <br />
            {lastUse(passkey, words)}
          </>
        )
      }
      onClick={onOpen}
    />
  );
}

/** When a passkey was last used. */
export function lastUse({ lastUsedAt }: Passkey, { t, dateTime }: I18n): string {
  return lastUsedAt === null ? t("passkeys.neverUsed") : t("passkeys.used", { time: dateTime(lastUsedAt) });
}
