import { ApiError, isOutcomeKnown, isRefusal } from "@lotus/client";
import type { MoneyRecord, WithdrawAddress } from "@lotus/contract";
import type { Money } from "@lotus/money";
import { Button, PinField, Sheet, Strip } from "@lotus/ui";
import { useRef, useState } from "react";
import { payeeOf } from "../../features/payout/address-row.tsx";
import type { Quote } from "../../features/payout/payout-queries.ts";
import { RecordFacts } from "../../features/record-list/record-facts.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useWithdraw } from "./use-withdraw.ts";
import styles from "./withdraw.module.css";

interface ConfirmSheetProps {
  open: boolean;
  amount: Money;
  address: WithdrawAddress;
  quote: Quote | undefined;
  onClose: () => void;
  onDone: (order: MoneyRecord) => void;
}

/** Final confirmation of a withdrawal: amount, address, and the password that authenticates the player. */
export function ConfirmSheet({ open, amount, address, quote, onClose, onDone }: ConfirmSheetProps) {
  const { t, money } = useI18n();
  const unit = useAppConfig().currency.symbol;
  const [password, setPassword] = useState("");
  const withdraw = useWithdraw();
  const { error, isPending } = withdraw;
  const wrong = isRefusal(error, "TRANS_PASSWORD_WRONG", "TRANS_PASSWORD_LOCKED") ? error.msg : undefined;

  // A ref, because a second tap can come before the render that follows the first.
  const underWay = useRef(false);

  function send(typed: string) {
    if (typed.length < 6 || underWay.current) return;
    underWay.current = true;
    withdraw.mutate(
      { addressId: address.id, amount, password: typed },
      {
        onSettled: () => {
          underWay.current = false;
        },
        onSuccess: onDone,
        onError: (thrown) => {
          setPassword("");
          // Every other refusal was shown in a toast, and there is nothing more to type here.
          const stays = isUnanswered(thrown) || isRefusal(thrown, "TRANS_PASSWORD_WRONG");
          if (!stays && !isRefusal(thrown, "TRANS_PASSWORD_LOCKED")) onClose();
        },
      },
    );
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("withdraw.confirm")}
      closeLabel={t("app.close")}
      footer={
        <Button block size="l" busy={isPending} disabled={password.length < 6} onClick={() => send(password)}>
          {t("withdraw.submit", { amount: money(amount), unit })}
        </Button>
      }
    >
      <div className={styles.confirm}>
        <RecordFacts
          facts={[
            { name: t("withdraw.to"), value: `${payeeOf(address, t)} ${address.number}` },
            { name: t("withdraw.amount"), value: `${money(amount)} ${unit}` },
            ...(quote?.arrives === undefined
              ? []
              : [{ name: t("withdraw.arrives"), value: <b>{`${money(quote.arrives)} ${unit}`}</b> }]),
          ]}
        />
        <p className={styles.quiet}>{t("withdraw.cannotCancel")}</p>
        <PinField
          label={t("withdraw.password")}
          value={password}
          error={wrong}
          disabled={isPending}
          onChange={setPassword}
        />
        {isUnanswered(error) && <Strip shape="card">{t("withdraw.unanswered")}</Strip>}
      </div>
    </Sheet>
  );
}

/** Whether the withdrawal may have been accepted all the same. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && !isOutcomeKnown(error);
}
