import { TextField } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { formatMoney, parseMoney, parseMoneyInput } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../actions/action-button.tsx";
import { useDesk } from "../shell/desk.ts";
import { useHouse } from "../shell/use-house.ts";
import { useWords } from "../words/use-words.ts";
import { useCall } from "./use-call.ts";

interface GiveGiftProps {
  /** To whom; asked for where it is left out. */
  readonly player?: { readonly id: string; readonly name: string };
}

/** Gives a player money of the house; the player reads the reason. */
export function GiveGift({ player }: GiveGiftProps) {
  const t = useWords();
  const { call } = useDesk();
  const { locale, currency, money } = useHouse();
  const [typedId, setTypedId] = useState("");
  const [typed, setTyped] = useState("");
  // The bounds come with the list.
  const { data } = useCall(DESK_CALLS.gifts, { query: { pageSize: 1 } });
  const read = parseMoneyInput(typed, locale);
  const amount = read.ok && read.value > 0n ? read.value : undefined;
  const id = player?.id ?? typedId.trim();
  const twoAbove = amountOf(data?.twoAbove);
  const most = amountOf(data?.max);
  const tooMuch = amount !== undefined && most !== undefined && amount > most;
  return (
    <ActionButton
      action="gift.give"
      look={player === undefined ? "main" : "plain"}
      needsTwo={amount !== undefined && twoAbove !== undefined && amount > twoAbove}
      {...(player !== undefined && { summary: player.name })}
      ready={amount !== undefined && !tooMuch && /^\d{1,18}$/u.test(id)}
      fields={
        <>
          {player === undefined && (
            <TextField
              label={t("player.id")}
              value={typedId}
              onChange={({ target }) => setTypedId(target.value)}
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 18, autoComplete: "off" } }}
              required
            />
          )}
          <TextField
            label={`${t("gift.amount")} (${currency})`}
            helperText={data === undefined ? undefined : t("gift.max", { amount: money(data.max) })}
            value={typed}
            error={(typed !== "" && amount === undefined) || tooMuch}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20 } }}
            required
          />
        </>
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.giveGift,
          { params: { id }, body: { amount: formatMoney(amount ?? 0n), reason } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        setTyped("");
        setTypedId("");
      }}
    />
  );
}

function amountOf(wire: string | undefined): bigint | undefined {
  const read = wire === undefined ? undefined : parseMoney(wire);
  return read?.ok === true ? read.value : undefined;
}
