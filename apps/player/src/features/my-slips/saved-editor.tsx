import { CALLS, type SavedNumbers, type SavedSlip } from "@lotus/contract";
import { Button, ConfirmDialog, TrashIcon } from "@lotus/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../session/api.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { NameDialog } from "./save-dialog.tsx";

interface SavedEditorProps {
  /** Null closes it. */
  saved: SavedSlip | SavedNumbers | null;
  onClose: () => void;
}

/** Renames something saved, or removes it after asking. Rendered anew for each. */
export function SavedEditor({ saved, onClose }: SavedEditorProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const changed = (words: string) => {
    notifySuccess(words);
    void client.invalidateQueries({ queryKey: ["saved-slips"] });
    onClose();
  };
  const id = saved?.id ?? "";
  const rename = useMutation({
    mutationFn: (name: string) =>
      api.call(CALLS.renameSaved, { body: { id, name } }, { shownInPlace: ["SAVED_NAME_TAKEN"] }),
    onSuccess: () => changed(t("slips.renamed")),
  });
  const remove = useMutation({
    mutationFn: () => api.call(CALLS.removeSaved, { body: { id } }),
    onSuccess: () => changed(t("slips.removed")),
    onSettled: () => setAsking(false),
  });
  if (saved === null) return null;
  return (
    <>
      <NameDialog
        open={!asking}
        title={t("slips.rename")}
        first={saved.name}
        busy={rename.isPending}
        error={rename.error}
        onName={rename.mutate}
        onClose={onClose}
        more={
          <Button variant="ghost" icon={<TrashIcon size={18} aria-hidden />} onClick={() => setAsking(true)}>
            {t("slips.remove")}
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        title={t("slips.removeAsk", { name: saved.name })}
        confirmLabel={t("slips.remove")}
        cancelLabel={t("play.detail.keep")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
