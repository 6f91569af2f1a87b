import { Alert, Button } from "@mui/material";
import { useI18n } from "../i18n/use-i18n.ts";

interface CallProblemProps {
  readonly error: Error | null;
  readonly reload: () => void;
}

/** Why a call gave nothing, with a button that asks again; nothing while there is no error. */
export function CallProblem({ error, reload }: CallProblemProps) {
  const t = useI18n();
  if (error === null) return null;
  return (
    <Alert severity="error" action={<Button onClick={reload}>{t("action.again")}</Button>}>
      {error.message}
    </Alert>
  );
}
