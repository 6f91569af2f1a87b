import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import { useId } from "react";
import { MONO } from "../../style/theme.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Shows the half of an enrolment code that this admin passes on. */
export interface ShownHalf {
  readonly which: "first" | "second";
  /** Name of the operator the code is for. */
  readonly name: string;
  readonly half: string;
}

/** Shown once: it cannot be read again. */
export function HalfDialog({ shown, onClose }: { readonly shown: ShownHalf; readonly onClose: () => void }) {
  const t = useI18n();
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t(`half.${shown.which}`, { name: shown.name })}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <Alert severity="warning">{t("half.once")}</Alert>
        <Typography sx={{ fontFamily: MONO, fontSize: "1.25rem", overflowWrap: "anywhere" }}>
          {shown.half}
        </Typography>
        <Typography>
          {t(shown.which === "first" ? "half.firstHint" : "half.secondHint", { name: shown.name })}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          {t("half.kept")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
