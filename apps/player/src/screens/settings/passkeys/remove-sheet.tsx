import { CALLS } from "@lotus/contract";
import { ConfirmSheet } from "../../../features/passkeys/confirm-sheet.tsx";
import { passkeysQuery, type Passkey } from "../../../features/passkeys/passkeys-query.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { queryClient } from "../../../api/query-client.ts";
import { api } from "../../../session/api.ts";
import { notifySuccess } from "../../../shell/notify.ts";

interface RemoveSheetProps {
  readonly open: boolean;
  readonly passkey: Passkey;
  readonly hasPasskey: boolean;
  readonly onClose: () => void;
}

/** Says what follows from removing a passkey, and has the player confirm it. */
export function RemoveSheet({ open, passkey, hasPasskey, onClose }: RemoveSheetProps) {
  const { t } = useI18n();
  return (
    <ConfirmSheet
      open={open}
      title={t("passkeys.removeAsk")}
      words={<p>{t("passkeys.removeWords", { name: passkey.name })}</p>}
      submitLabel={t("passkeys.remove")}
      destructive
      purpose="removePasskey"
      hasPasskey={hasPasskey}
      onClose={onClose}
      onConfirm={async (proof) => {
        const body = { passkey_id: passkey.id, ...proof };
        await api.call(CALLS.removePasskey, { body }, { shownInPlace: ["OLD_PASSWORD_WRONG"] });
        await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
        onClose();
        notifySuccess(t("passkeys.removed"));
      }}
    />
  );
}
