import type { Payment } from "@lotus/contract";
import { Button, DownloadIcon } from "@lotus/ui";
import { useState } from "react";
import { saveBlob } from "../../components/save-file.ts";
import { notifyError } from "../../shell/notify.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { decimalText } from "./decimal-text.ts";
import type { PictureLine } from "./qr-picture.ts";

/** Saves the code of a payment as a picture, with its amount and reference beside it. */
export function SaveQr({ payment, qr }: { payment: Payment; qr: string }) {
  const words = useI18n();
  const { t } = words;
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      const { qrPicture } = await import("./qr-picture.ts");
      await keepPicture(`${payment.reference}.png`, await qrPicture(qr, linesOf(payment, words)));
    } catch {
      notifyError(t("payment.saveFailed"));
    }
    setBusy(false);
  }
  return (
    <Button
      variant="ghost"
      size="s"
      busy={busy}
      icon={<DownloadIcon size={18} aria-hidden />}
      onClick={() => void save()}
    >
      {t("payment.save")}
    </Button>
  );
}

/** Through the share sheet of a phone, from which it gets among the photos; elsewhere as a download. */
async function keepPicture(name: string, picture: Blob): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })];
  const isPhone = window.matchMedia("(pointer: coarse)").matches;
  if (!isPhone || !("canShare" in navigator) || !navigator.canShare({ files })) {
    saveBlob(name, picture);
    return;
  }
  await navigator.share({ files }).catch((error: unknown) => {
    // The player has closed the share sheet.
    if (error instanceof DOMException && error.name === "AbortError") return;
    saveBlob(name, picture);
  });
}

function linesOf(payment: Payment, { t, locale }: I18n): readonly PictureLine[] {
  const { kind, amount, currency, bank, account, payee, network, reference } = payment;
  const isBank = kind === "bank";
  return [
    { name: t("payment.amount"), value: `${decimalText(amount, locale)} ${currency}` },
    ...(isBank ? [{ name: t("payment.reference"), value: reference }] : []),
    ...(bank === undefined ? [] : [{ name: t("payment.bank"), value: bank }]),
    ...(network === undefined ? [] : [{ name: t("payment.network"), value: network }]),
    { name: t(isBank ? "payment.account" : "payment.address"), value: account },
    ...(payee === undefined ? [] : [{ name: t("payment.payee"), value: payee }]),
  ];
}
