import { Box } from "@mui/material";
import { amountToPass, DESK_CALLS, type Action, type DeskOrderRecord } from "@lotus/contract/desk";
import { ActionButton } from "../actions/action-button.tsx";
import { useWhyNotSecond } from "../actions/why-not-second.ts";
import { useDecided } from "./decided.ts";
import { useDesk } from "../shell/desk.ts";
import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { amountOf, twoBecause } from "../components/alone.tsx";

/** Why the operator must leave an order to a colleague; undefined if nothing prevents them. */
export function conflictText(order: DeskOrderRecord, t: ReturnType<typeof useI18n>): string | undefined {
  if (order.keptApart === null) return undefined;
  const { action, own } = order.keptApart;
  if (action === "payment.match")
    return t(own ? "order.keptApart.matchedOwn" : "order.keptApart.matchedRelated");
  return t(own ? "order.keptApart.own" : "order.keptApart.related");
}

/** What came of what was asked for, in words; undefined where these are the same. */
export function cameOf(
  order: DeskOrderRecord,
  t: ReturnType<typeof useI18n>,
  money: (wire: string) => string,
): string | undefined {
  const asked = order.payment?.asked ?? order.amount;
  const came = amountToPass(order);
  return came === asked ? undefined : t("order.cameOf", { came: money(came), asked: money(asked) });
}

/** Pass and cancel of a money order, with the amount to be moved. */
export function OrderActions({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const server = useConfig();
  const recharge = order.type === "recharge";
  // An operator who proposed another amount may still pass this one.
  const passes = amountToPass(order);
  const ofThis = order.approvals.filter(({ amount }) => amount === undefined || amount === passes);
  const passed = ofThis.some(({ operator }) => operator.id === server.id);
  const came = cameOf(order, t, server.money);
  const summary = `${order.player.name} · ${server.money(passes)} · ${order.id}${came === undefined ? "" : ` · ${came}`}`;
  const passSummary = order.nameNear === true ? `${summary} · ${t("order.nameNear")}` : summary;
  const whyNotSecond = useWhyNotSecond();
  const firsts = ofThis.map(({ operator }) => operator.id);
  const isSecond = ofThis.length > 0 && !passed;
  const decided = useDecided();
  const outcome = async (): Promise<string> => {
    const read = recharge ? DESK_CALLS.recharge : DESK_CALLS.withdrawal;
    const { status, decidedBy, finishedAt, reason } = await call(read, { params: { id: order.id } });
    return decided({ by: decidedBy, what: t(`order.status.${status}`), at: finishedAt, reason });
  };
  const shared = { state: order.status, playerState: order.player.status, summary, outcome };
  const passAction: Action = recharge ? "recharge.pass" : "withdrawal.pass";
  const cancelAction: Action = recharge ? "recharge.cancel" : "withdrawal.cancel";
  return (
    <Box sx={{ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
      <ActionButton
        {...shared}
        summary={passSummary}
        action={passAction}
        variant="main"
        needsTwo={order.needsTwo}
        twoBecause={order.needsTwo ? twoBecause(t, server.money, amountOf(passes), order.bounds) : undefined}
        label={passLabel(t, {
          isSecond,
          came: came === undefined ? undefined : server.money(passes),
          passAction,
        })}
        blocked={
          passed
            ? t("order.passedByYou")
            : (conflictText(order, t) ??
              (amountOf(passes) === 0n ? t("order.cameOther") : whyNotSecond(order.needsTwo ? firsts : [])))
        }
        run={({ reason, idempotencyKey }) =>
          call(
            recharge ? DESK_CALLS.passRecharge : DESK_CALLS.passWithdrawal,
            {
              params: { id: order.id },
              body: { ...(recharge && { amount: passes }), ...(reason === "" ? {} : { reason }) },
            },
            { idempotencyKey },
          )
        }
      />
      <ActionButton
        {...shared}
        action={cancelAction}
        variant="danger"
        run={({ reason, note, idempotencyKey }) =>
          call(
            recharge ? DESK_CALLS.cancelRecharge : DESK_CALLS.cancelWithdrawal,
            { params: { id: order.id }, body: { reason, ...note } },
            { idempotencyKey },
          )
        }
      />
    </Box>
  );
}

/** Label of the button that passes: with the amount, where that is not what was asked for. */
function passLabel(
  t: ReturnType<typeof useI18n>,
  {
    isSecond,
    came,
    passAction,
  }: { readonly isSecond: boolean; readonly came: string | undefined; readonly passAction: Action },
): string {
  if (came === undefined) return t(isSecond ? "order.passSecond" : `action.${passAction}`);
  return t(isSecond ? "order.passSecondCame" : "order.passCame", { amount: came });
}
