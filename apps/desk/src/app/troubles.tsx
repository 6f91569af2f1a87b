import { Alert, Box } from "@mui/material";
import type { ReactNode } from "react";
import { Link } from "react-admin";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";
import { useWaiting } from "../shell/use-live.ts";

/** What is silent or stands still outside, on every page, each with the first thing to look at. */
export function Troubles() {
  const t = useI18n();
  const { time } = useConfig();
  const waiting = useWaiting();
  if (waiting === undefined) return null;
  const { troubles, stops, ruleVoids } = waiting;
  const isGrave = ruleVoids > 0 || troubles.some(({ kind }) => kind !== "witness" && kind !== "relay");
  if (troubles.length === 0 && stops.length === 0 && ruleVoids === 0) return null;
  return (
    <Alert
      severity={isGrave ? "error" : "warning"}
      sx={{ mt: 2, "& .MuiAlert-message": { minWidth: 0 }, "& a": { color: "inherit" } }}
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 0.75 }}>
        {troubles.map(({ kind, name, since }) => (
          <Line
            key={`${kind} ${name}`}
            what={t(`trouble.${kind}`, { name })}
            since={since === null ? undefined : t("trouble.since", { since: time(since) })}
          >
            {t(`trouble.${kind}.first`)}
          </Line>
        ))}
        {ruleVoids > 0 && (
          <Line what={<Link to="/">{t("state.void", { count: ruleVoids })}</Link>}>{t("ruleVoid.hint")}</Line>
        )}
        {stops.length > 0 && <Line what={<Link to="/games">{t("sales.stopped")}</Link>} />}
      </Box>
    </Alert>
  );
}

function Line(props: {
  readonly what: ReactNode;
  readonly since?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <Box component="li" sx={{ overflowWrap: "anywhere" }}>
      <Box component="strong" sx={{ fontWeight: 650 }}>
        {props.what}
      </Box>
      {props.since !== undefined && ` ${props.since}`}
      {props.children !== undefined && <Box sx={{ fontSize: "0.82rem" }}>{props.children}</Box>}
    </Box>
  );
}
