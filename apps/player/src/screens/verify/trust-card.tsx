import { FILE_LIST_PATH, fileListHash } from "@lotus/fair/served-app";
import { Card } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { shortHex } from "../../components/short-hex.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./verify.module.css";

/** The fingerprint of what this address serves: the log has the same, and anybody can compare it from elsewhere. */
async function fingerprint(signal: AbortSignal): Promise<string> {
  const reply = await fetch(FILE_LIST_PATH, { signal, cache: "no-cache" });
  if (!reply.ok) throw new Error("no list of files");
  return fileListHash(await reply.text());
}

/** What no check of this page can show, the page itself among it, and how to check from elsewhere. */
export function TrustCard() {
  const { t } = useI18n();
  const hash = useQuery({
    queryKey: ["app-files"],
    queryFn: ({ signal }) => fingerprint(signal),
    staleTime: Infinity,
    retry: false,
  });
  const command = `node verify.mjs --app ${window.location.origin}`;
  return (
    <Card>
      <section className={styles.balance}>
        <h3>{t("verify.trust.title")}</h3>
        <p>{t("verify.trust.page")}</p>
        <p>{t("verify.trust.others")}</p>
        <p>{t("verify.trust.money")}</p>
        <p>{t("verify.trust.how")}</p>
        <div className={styles.hex}>
          <code>{command}</code>
          <CopyValue label={t("verify.copy", { name: t("verify.trust.command") })} value={command} />
        </div>
        <p className={styles.stepWords}>
          {t(hash.isError ? "verify.trust.noList" : "verify.trust.fingerprint")}
        </p>
        {hash.data !== undefined && (
          <div className={styles.hex}>
            <code>{shortHex(hash.data, 16, 8)}</code>
            <CopyValue label={t("verify.copy", { name: t("verify.trust.app") })} value={hash.data} />
          </div>
        )}
      </section>
    </Card>
  );
}
