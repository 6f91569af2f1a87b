import { Button, Card, SendIcon } from "@lotus/ui";
import { CopyOnHold } from "../../components/clipboard/copy-on-hold.tsx";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { QrCode } from "../../features/payment/qr-code.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./agent.module.css";

interface InvitationProps {
  code: string;
  /** Path of the registration page, including the code. */
  path: string;
}

/** The player's invite code and link, to copy, share or scan. */
export function Invitation({ code, path }: InvitationProps) {
  const { t } = useI18n();
  const { title } = useAppConfig();
  const link = new URL(path, window.location.origin).href;
  return (
    <Card>
      <dl className={styles.invitation}>
        <div>
          <dt>{t("agent.code")}</dt>
          <dd>
            <b className={styles.code}>
              <CopyOnHold value={code}>{code}</CopyOnHold>
            </b>
            <CopyValue label={t("agent.copyCode")} value={code} />
          </dd>
        </div>
        <div>
          <dt>{t("agent.link")}</dt>
          <dd>
            <span className={styles.link}>
              <CopyOnHold value={link}>{link}</CopyOnHold>
            </span>
            <CopyValue label={t("agent.copyLink")} value={link} />
          </dd>
        </div>
      </dl>
      <figure className={styles.scan}>
        <QrCode text={link} label={t("agent.qr")} />
        <figcaption>{t("agent.scan")}</figcaption>
      </figure>
      {canShare() && (
        <Button
          block
          icon={<SendIcon size={20} aria-hidden />}
          onClick={() => void share({ title: t("agent.shareTitle", { title }), url: link })}
        >
          {t("agent.share")}
        </Button>
      )}
    </Card>
  );
}

/** `navigator.share` exists only in secure contexts of some browsers, although its type is not optional. */
function canShare(): boolean {
  const sharing: Partial<Navigator> = navigator;
  return sharing.share !== undefined;
}

async function share(what: ShareData): Promise<void> {
  // Rejects when the player closes the share dialog; nothing needs to be done.
  await navigator.share(what).catch(() => undefined);
}
