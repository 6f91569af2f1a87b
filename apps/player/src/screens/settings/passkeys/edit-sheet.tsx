import { CALLS } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { Button, Sheet, TextField } from "@lotus/ui";
import { useState } from "react";
import { useSubmitOnce } from "../../../components/form/use-submit-once.ts";
import { passkeysQuery, type Passkey } from "../../../features/passkeys/passkeys-query.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { queryClient } from "../../../api/query-client.ts";
import { api } from "../../../session/api.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { lastUse } from "./passkey-row.tsx";
import styles from "./passkeys.module.css";

interface EditSheetProps {
  readonly open: boolean;
  readonly passkey: Passkey;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** What is known of a passkey, its name, and the way to remove it. */
export function EditSheet({ open, passkey, onRemove, onClose }: EditSheetProps) {
  const words = useI18n();
  const { t, dateTime } = words;
  const [name, setName] = useState(passkey.name);
  const tidy = tidyTyped(name);
  const [busy, setBusy] = useState(false);
  const submit = useSubmitOnce(async () => {
    setBusy(true);
    try {
      await api.call(CALLS.renamePasskey, { body: { passkey_id: passkey.id, name: tidy } });
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      onClose();
      notifySuccess(t("passkeys.renamed"));
    } catch {
      // It has been shown already.
    }
    setBusy(false);
  });
  const facts = [
    t(`passkeys.kind.${passkey.kind}`),
    passkey.provider,
    t("passkeys.created", { time: dateTime(passkey.createdAt) }),
    lastUse(passkey, words),
  ].filter((fact) => fact !== "" && fact !== passkey.name);
  return (
    <Sheet open={open} onClose={onClose} title={passkey.name} closeLabel={t("app.close")}>
      <form className={styles.sheet} onSubmit={submit} noValidate>
        {passkey.suspended && <p className={styles.warning}>{t("passkeys.suspended")}</p>}
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <TextField
          label={t("passkeys.name")}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" block busy={busy} disabled={tidy === "" || tidy === passkey.name}>
          {t("passkeys.save")}
        </Button>
        <Button variant="outline" block aria-haspopup="dialog" onClick={onRemove}>
          {t("passkeys.remove")}
        </Button>
      </form>
    </Sheet>
  );
}
