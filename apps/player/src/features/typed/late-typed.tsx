import type { RuleOption } from "@lotus/contract";
import { Button, KeyboardIcon } from "@lotus/ui";
import { type ComponentType, useState } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { notifyError } from "../../shell/notify.ts";
import styles from "./late-typed.module.css";
import type { GameStore } from "../slip/game-store.ts";
import type { DraftStorage } from "./typed-drafts.ts";

/** What the sheet of a typed list needs. */
export interface TypedSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly gameCode: string;
  readonly option: RuleOption;
  readonly store: GameStore;
  /** Where texts that are not on a slip yet are kept. */
  readonly storage: DraftStorage;
}

type Sheet = ComponentType<TypedSheetProps>;

/** Opens the sheet in which numbers are typed or pasted. Its code and words are loaded when it is first opened. */
export function LateTyped(props: Omit<TypedSheetProps, "open" | "onClose">) {
  const { t } = useI18n();
  const [sheet, setSheet] = useState<{ readonly Sheet: Sheet } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const [{ TypedSheet: Sheet }] = await Promise.all([import("./typed-sheet.tsx"), loadCatalog("typed")]);
      setSheet({ Sheet });
      setOpen(true);
    } catch {
      notifyError(t("slips.typedFailed"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        size="s"
        busy={busy}
        aria-haspopup="dialog"
        className={styles.open}
        icon={<KeyboardIcon size={16} aria-hidden />}
        onClick={() => void open()}
      >
        {t("slips.typed")}
      </Button>
      {sheet !== null && (
        <sheet.Sheet key={props.option.id} {...props} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
