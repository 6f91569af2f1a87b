import { Box, TextField } from "@mui/material";
import { amountToPass, DESK_CALLS, type DeskOrderRecord } from "@lotus/contract/desk";
import { displayMoney, formatMoney, parseMoney, parseMoneyInput } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { useWhyNotSecond } from "../../actions/why-not-second.ts";
import { amountOf } from "../../components/alone.tsx";
import {
  conflictText,
  Otherwise,
  Proposed,
  twoFor,
  useProtected,
  waitingFirst,
} from "../../features/order-actions.tsx";
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
  const first = waitingFirst(order, ownId);
  const { came = null } = order.payment ?? {};
  const proposed = parseMoney((amountOf(came ?? "0.00") > 0n ? came : null) ?? order.amount);
  const shown = typed ?? (proposed.ok ? displayMoney(proposed.value, locale) : "");
  const read = parseMoneyInput(shown, locale);
  const amount = read.ok && read.value > 0n ? formatMoney(read.value) : undefined;
  const because = read.ok ? twoFor(order, read.value, t, money) : undefined;
  const isProtected = useProtected();
  const tooMuch = read.ok ? isProtected(order, read.value) : undefined;
  return (
    <ActionButton
      action="recharge.passWith"
      state={order.status}
      playerState={order.player.status}
      needsTwo={because !== undefined}
      twoBecause={because}
      blocked={isProtected(order, 0n) ?? conflictText(order, t)}
      summary={
        <>
          {first !== undefined && <Otherwise first={first} amount={amount ?? null} />}
          <Box sx={{ mb: 1 }}>{`${order.player.name} · ${order.id}`}</Box>
        </>
      }
      ready={amount !== undefined && tooMuch === undefined}
      fields={
        <TextField
          label={`${t("order.passAmount")} (${currency})`}
          value={shown}
          error={amount === undefined || tooMuch !== undefined}
          helperText={tooMuch}
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
  const first = waitingFirst(order, server.id);
  const passed = first === undefined && order.approvals.length > 0;
  const passes = first?.amount ?? amountToPass(order);
  const because = twoFor(order, amountOf(passes), t, server.money);
  const whyNotSecond = useWhyNotSecond();
  const isProtected = useProtected();
  const firsts = order.approvals.map(({ operator }) => operator.id);
  return (
    <ActionButton
      action="recharge.passLate"
      state={order.status}
      playerState={order.player.status}
      needsTwo={first === undefined && because !== undefined}
      twoBecause={because}
      label={
        first === undefined
          ? t("action.recharge.passLate")
          : t("order.confirm", { amount: server.money(passes) })
      }
      blocked={
        isProtected(order, amountOf(passes)) ??
        (passed
          ? t("order.passedByYou")
          : (conflictText(order, t) ?? whyNotSecond(because === undefined ? [] : firsts)))
      }
      summary={
        <>
          {first !== undefined && <Proposed order={order} first={first} />}
          <Box sx={{ mb: 1 }}>
            {t("order.lateHint", { player: order.player.name, amount: server.money(passes) })}
          </Box>
        </>
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.passRechargeLate,
          {
            params: { id: order.id },
            body: { amount: passes, reason, ...(first !== undefined && { confirms: first.operator.id }) },
          },
          { idempotencyKey },
        )
      }
    />
  );
}
