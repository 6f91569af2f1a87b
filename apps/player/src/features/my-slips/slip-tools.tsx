import { formatMoney } from "@lotus/money";
import { Button, ConfirmDialog, SendIcon, StarIcon, TrashIcon } from "@lotus/ui";
import { useState } from "react";
import { useCopy } from "../../components/clipboard/use-copy.ts";
import { notifyError } from "../../shell/notify.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { OneTapTool } from "../one-tap/late-one-tap.tsx";
import { writeSharedSlip } from "../slip/shared-slip.ts";
import type { GameStore } from "../slip/game-store.ts";
import type { Slip } from "../slip/use-slip.ts";
import styles from "./my-slips.module.css";
import { useLater } from "./use-later.ts";

interface SlipToolsProps {
  gameCode: string;
  store: GameStore;
  slip: Slip;
}

/** What else can be done with a slip than placing it: saving it under a name, sharing its picks by a link, emptying it. */
export function SlipTools({ gameCode, store, slip }: SlipToolsProps) {
  const { t } = useI18n();
  const copy = useCopy();
  const saving = useLater(() => import("./save-dialog.tsx").then((part) => part.SaveDialog));
  const { lines } = slip.figures;
  if (lines.length === 0 || slip.busy || slip.unanswered) return null;
  const share = async () => {
    const text = writeSharedSlip(
      gameCode,
      lines.map(({ line }) => line),
    );
    if (text === null) return notifyError(t("slips.linkTooLong"));
    const url = new URL(href("game", { code: gameCode, slip: text }), location.origin).href;
    if (!canShare()) return copy(url);
    // Closing the sheet of the system is no failure.
    return navigator.share({ url, title: t("slips.shared") }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) return copy(url);
      return undefined;
    });
  };
  return (
    <div className={styles.tools}>
      <Button
        variant="ghost"
        size="s"
        icon={<StarIcon size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() =>
          lines.some(({ unit }) => unit === null) ? notifyError(t("validation.amountBlank")) : saving.open()
        }
      >
        {t("slips.save")}
      </Button>
      <Button variant="ghost" size="s" icon={<SendIcon size={18} aria-hidden />} onClick={() => void share()}>
        {t("slips.share")}
      </Button>
      {lines.length > 1 && <ClearSlip count={lines.length} store={store} slip={slip} />}
      {/* The button of a slip beside the board is one tap away as it is. */}
      {!slip.docked && <OneTapTool />}
      {saving.Part !== null && (
        <saving.Part
          what={
            saving.isOpen
              ? {
                  kind: "slip",
                  gameCode,
                  lines: lines.map(({ line, unit }) => ({
                    option_id: line.optionId,
                    amount: formatMoney(unit ?? 0n),
                    groups: line.groups.map(({ code, items }) => ({ code, items: [...items] })),
                  })),
                }
              : null
          }
          onClose={saving.close}
        />
      )}
    </div>
  );
}

/** Takes all lines off the slip, after a question. */
function ClearSlip({ count, store, slip }: Omit<SlipToolsProps, "gameCode"> & { count: number }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="s"
        icon={<TrashIcon size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t("slips.clear")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("slips.clearAsk", { count })}
        confirmLabel={t("slips.clear")}
        cancelLabel={t("app.cancel")}
        onConfirm={() => {
          setAsking(false);
          store.getState().emptySlip();
          slip.close();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** It exists only in secure contexts of some browsers, although its type is not optional. */
function canShare(): boolean {
  return "share" in navigator;
}
