import { Box } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { ActionButton } from "../actions/action-button.tsx";
import { useDesk } from "../shell/desk.ts";
import { useI18n } from "../i18n/use-i18n.ts";

/** Takes the match of a payment back, until its money has moved. */
export function Unmatch({ id, summary }: { readonly id: string; readonly summary: string }) {
  const t = useI18n();
  const { call } = useDesk();
  return (
    <ActionButton
      action="payment.unmatch"
      state="matched"
      summary={
        <>
          <Box sx={{ mb: 1 }}>{summary}</Box>
          <Box sx={{ mb: 1, color: "text.secondary" }}>{t("payment.unmatchHint")}</Box>
        </>
      }
      run={({ reason, idempotencyKey }) =>
        call(DESK_CALLS.unmatchPayment, { params: { id }, body: { reason } }, { idempotencyKey })
      }
    />
  );
}
