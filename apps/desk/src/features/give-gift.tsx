import { TextField } from "@mui/material";
import { DESK_CALLS, type PlayerRef } from "@lotus/contract/desk";
import { formatMoney, parseMoneyInput, tidyCode } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../actions/action-button.tsx";
import { useWhyNot } from "../actions/why-not.ts";
import { useGiftStop } from "./break-text.ts";
import { useDesk } from "../shell/desk.ts";
import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { amountOf, twoBecause, useAlone } from "../components/alone.tsx";
import { useCall } from "../components/use-call.ts";

const ID = /^\d{1,18}$/u;

interface GiveGiftProps {
  /** The recipient; if left out, the dialog asks for one. */
  readonly player?: PlayerRef;
}

/** Gives a player money of the operator's. */
export function GiveGift({ player }: GiveGiftProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { locale, currency, money } = useConfig();
  const [typedId, setTypedId] = useState("");
  const [typed, setTyped] = useState("");
  // The bounds come with the list.
  const { data } = useCall(DESK_CALLS.gifts, { query: { pageSize: 1 } });
  const read = parseMoneyInput(typed, locale);
  const amount = read.ok && read.value > 0n ? read.value : undefined;
  const id = player?.id ?? tidyCode(typedId);
  const named = ID.test(id) ? id : undefined;
  const alone = useAlone(named);
  const because = twoBecause(t, money, amount ?? 0n, alone?.gifts);
  const status = player?.status ?? (named === undefined ? undefined : (alone?.playerStatus ?? undefined));
  const forbidden = useWhyNot("gift.give", undefined, status);
  const giftStop = useGiftStop();
  const whyNot = forbidden ?? giftStop(alone?.giftStop ?? null, player?.onBreak);
  const most = data === undefined ? undefined : amountOf(data.max);
  const tooMuch = amount !== undefined && most !== undefined && amount > most;
  return (
    <ActionButton
      action="gift.give"
      variant={player === undefined ? "main" : "plain"}
      playerState={player?.status}
      blocked={player === undefined ? undefined : whyNot}
      needsTwo={amount !== undefined && because !== undefined}
      twoBecause={because}
      {...(player !== undefined && { summary: player.name })}
      ready={amount !== undefined && !tooMuch && named !== undefined && whyNot === undefined}
      fields={
        <>
          {player === undefined && (
            <TextField
              label={t("player.id")}
              error={whyNot !== undefined}
              helperText={whyNot}
              value={typedId}
              onChange={({ target }) => setTypedId(target.value)}
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 40, autoComplete: "off" } }}
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
      run={({ reason, note, idempotencyKey }) =>
        call(
          DESK_CALLS.giveGift,
          { params: { id }, body: { amount: formatMoney(amount ?? 0n), reason, ...note } },
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
