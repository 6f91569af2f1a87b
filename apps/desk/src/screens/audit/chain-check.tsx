import { Alert, Box, Button } from "@mui/material";
import { DESK_CALLS, type AuditChain } from "@lotus/contract/desk";
import { useState } from "react";
import { Moment } from "../../components/amount.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Checks, when asked to, that no line of the audit log was removed, changed or slipped in; it names the first that was. */
export function ChainCheck() {
  const t = useI18n();
  const { call } = useDesk();
  const [found, setFound] = useState<AuditChain>();
  const [why, setWhy] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const check = async (): Promise<void> => {
    setChecking(true);
    setWhy(undefined);
    try {
      setFound(await call(DESK_CALLS.auditChain, {}));
    } catch (error) {
      setWhy(error instanceof Error ? error.message : t("action.failed"));
    }
    setChecking(false);
  };
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start", mt: 2 }}>
      <Button variant="outlined" size="small" disabled={isChecking} onClick={() => void check()}>
        {t("audit.chain.check")}
      </Button>
      <Box component="output" sx={{ width: "100%" }}>
        {why !== undefined && <Alert severity="error">{why}</Alert>}
        {why === undefined && found !== undefined && <Verdict found={found} />}
      </Box>
    </Box>
  );
}

function Verdict({ found: { lines, logged, broken } }: { readonly found: AuditChain }) {
  const t = useI18n();
  if (broken !== null) {
    const { id, place, why } = broken;
    return (
      <Alert severity="error">
        {t(`audit.chain.${why}`)} {id !== null && t("audit.chain.number", { id })}{" "}
        {place !== null && t("audit.chain.place", { place })}
      </Alert>
    );
  }
  return (
    <Alert severity="success">
      {t("audit.chain.whole", { lines })}{" "}
      {logged === null ? (
        t("audit.chain.notLogged")
      ) : (
        <>
          {t("audit.chain.logged", { entry: logged.entry, lines: logged.lines })} <Moment at={logged.time} />
        </>
      )}
    </Alert>
  );
}
