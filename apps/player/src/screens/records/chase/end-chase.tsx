import { AttemptKey } from "@lotus/client";
import type { ChaseRecord } from "@lotus/contract";
import { ConfirmDialog } from "@lotus/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CHASES_KEY } from "../../../features/chase/chase-queries.ts";
import { sendKept } from "../../../features/outcomes/send-kept.ts";
import { balanceOfReply } from "../../../session/user-info.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";

/** Asks for confirmation with what comes back, then ends a chase; a retry ends it once. */
export function EndChase({
  chase: { chaseNo, held },
  open,
  onClose,
}: {
  chase: ChaseRecord;
  open: boolean;
  onClose: () => void;
}) {
  const { t, money } = useI18n();
  const client = useQueryClient();
  const [attempt] = useState(() => new AttemptKey());
  const end = useMutation({
    mutationFn: () => sendKept("cancelChase", { params: { chaseNo } }, { of: chaseNo, attempt }),
    onMutate: balanceOfReply,
    onSuccess: ({ balance, refund }, _asked, showBalance) => {
      showBalance(balance);
      notifySuccess(t("chase.ended", { refund: money(refund) }));
    },
    onSettled: () => {
      onClose();
      void client.invalidateQueries({ queryKey: CHASES_KEY });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title={t("chase.endAsk")}
      confirmLabel={t("chase.end")}
      cancelLabel={t("chase.keep")}
      busy={end.isPending}
      onConfirm={() => end.mutate()}
      onCancel={onClose}
    >
      {t("chase.endWords", { held: money(held) })}
    </ConfirmDialog>
  );
}
