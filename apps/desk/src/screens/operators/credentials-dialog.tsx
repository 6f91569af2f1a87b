import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import type { CallData } from "@lotus/contract";
import type { DESK_CALLS } from "@lotus/contract/desk";
import { useId } from "react";
import { FactList } from "../../parts/fact-list.tsx";
import { MONO } from "../../style/theme.ts";
import { useWords } from "../../words/use-words.ts";

/** What a new or reissued operator signs in with. */
export type Issued = CallData<typeof DESK_CALLS.createOperator>;

/** Shown once: neither the password nor the secret can be read again. */
export function CredentialsDialog({
  issued,
  onClose,
}: {
  readonly issued: Issued;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const titleId = useId();
  const mono = (text: string) => <span style={{ fontFamily: MONO }}>{text}</span>;
  const secret = secretOf(issued.otpauthUri);
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t("credentials.title", { name: issued.record.name })}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <Alert severity="warning">{t("credentials.once")}</Alert>
        <FactList
          facts={[
            ...(issued.oneTimePassword === null
              ? []
              : [{ label: t("credentials.password"), value: mono(issued.oneTimePassword) }]),
            { label: t("credentials.secret"), value: mono(secret) },
          ]}
        />
        <FactList facts={[{ label: t("credentials.uri"), value: mono(issued.otpauthUri) }]} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          {t("credentials.kept")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The secret within an otpauth address, for authenticators that are typed into. */
function secretOf(uri: string): string {
  return new URLSearchParams(uri.slice(uri.indexOf("?") + 1)).get("secret") ?? "";
}
