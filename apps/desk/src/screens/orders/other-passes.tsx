import { TextField } from "@mui/material";
import { amountToPass, DESK_CALLS, type DeskOrderRecord } from "@lotus/contract/desk";
import { displayMoney, formatMoney, parseMoney, parseMoneyInput } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { useWhyNotSecond } from "../../actions/why-not-second.ts";
import { amountOf, twoBecause } from "../../components/alone.tsx";
import { conflictText } from "../../features/order-actions.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Other ways to pass a recharge: with the amount actually received, and after it was cancelled. */
export function OtherPasses({ order }: { readonly order: DeskOrderRecord }) {
  if (order.status === "pendingReview") return <PassWith order={order} />;
  return order.status === "cancelled" ? <PassLate order={order} /> : null;
}

function PassWith({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const { id: ownId, locale, currency, money } = useConfig();
  const [typed, setTyped] = useState<string>();
  // The amount proposed by the first of two operators must be confirmed by the second; else the amount of a notice is
  // suggested.
  const first = order.approvals.find(({ amount, operator }) => amount !== undefined && operator.id !== ownId);
  const { came = null, notices = [] } = order.payment ?? {};
  const proposed = parseMoney(first?.amount ?? (amountOf(came ?? "0.00") > 0n ? came : null) ?? order.amount);
  const shown = typed ?? (proposed.ok ? displayMoney(proposed.value, locale) : "");
  const read = parseMoneyInput(shown, locale);
  const amount = read.ok && read.value > 0n ? formatMoney(read.value) : undefined;
  const told = notices.reduce(
    (sum, { credit, matched }) => (matched ? sum : sum + amountOf(credit ?? "0.00")),
    0n,
  );
  const isMore = read.ok && came !== null && read.value > amountOf(came);
  const because = isMore
    ? t("alone.came", { came: money(came) })
    : read.ok && told < read.value
      ? twoBecause(t, money, read.value, order.bounds)
      : undefined;
  return (
    <ActionButton
      action="recharge.passWith"
      state={order.status}
      playerState={order.player.status}
      needsTwo={because !== undefined}
      twoBecause={because}
      blocked={conflictText(order, t)}
      summary={`${order.player.name} · ${order.id}`}
      ready={amount !== undefined}
      fields={
        <TextField
          label={`${t("order.cameAmount")} (${currency})`}
          value={shown}
          error={amount === undefined}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20 } }}
          required
        />
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.passRechargeWith,
          { params: { id: order.id }, body: { amount: amount ?? "", reason } },
          { idempotencyKey },
        )
      }
      onDone={() => setTyped(undefined)}
    />
  );
}

function PassLate({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const server = useConfig();
  const passed = order.approvals.some(({ operator }) => operator.id === server.id);
  const waits = order.approvals.length > 0;
  const passes = amountToPass(order);
  const whyNotSecond = useWhyNotSecond();
  const firsts = order.approvals.map(({ operator }) => operator.id);
  return (
    <ActionButton
      action="recharge.passLate"
      state={order.status}
      playerState={order.player.status}
      needsTwo={order.needsTwo}
      twoBecause={order.needsTwo ? twoBecause(t, server.money, amountOf(passes), order.bounds) : undefined}
      label={t(waits && !passed ? "order.passSecond" : "action.recharge.passLate")}
      blocked={
        passed
          ? t("order.passedByYou")
          : (conflictText(order, t) ?? whyNotSecond(order.needsTwo ? firsts : []))
      }
      summary={t("order.lateHint", {
        player: order.player.name,
        amount: server.money(passes),
      })}
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.passRechargeLate,
          { params: { id: order.id }, body: { amount: passes, reason } },
          { idempotencyKey },
        )
      }
    />
  );
}
