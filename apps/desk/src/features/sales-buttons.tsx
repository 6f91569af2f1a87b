import { DESK_CALLS } from "@lotus/contract/desk";
import { ActionButton } from "../actions/action-button.tsx";
import { useI18n } from "../i18n/use-i18n.ts";
import { useDesk } from "../shell/desk.ts";
import { useWaiting } from "../shell/use-live.ts";

/** Stops the sale of all games at once, or ends that. */
export function SalesButtons() {
  const t = useI18n();
  const { call } = useDesk();
  const state = useWaiting()?.stops.includes("desk") === true ? "stopped" : "selling";
  return state === "selling" ? (
    <ActionButton
      action="games.stop"
      state={state}
      variant="danger"
      summary={t("sales.stopHint")}
      run={({ reason, idempotencyKey }) =>
        call(DESK_CALLS.stopSales, { body: { reason } }, { idempotencyKey })
      }
    />
  ) : (
    <ActionButton
      action="games.sell"
      state={state}
      variant="main"
      summary={t("sales.sellHint")}
      run={({ reason, idempotencyKey }) =>
        call(DESK_CALLS.sellAgain, { body: { reason } }, { idempotencyKey })
      }
    />
  );
}
