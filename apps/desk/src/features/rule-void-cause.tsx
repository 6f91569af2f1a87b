import { Box } from "@mui/material";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

const CAUSES = ["clock", "standstill", "witnesses", "late"] as const;

interface RuleVoidCauseProps {
  readonly cause: string;
  readonly at: number;
  readonly stillSince: number | null;
}

/** The text of why a period became void by the rules, for the dashboard and the period's page. */
export function RuleVoidCause({ cause, at, stillSince }: RuleVoidCauseProps) {
  const t = useI18n();
  const { time } = useConfig();
  const known = CAUSES.find((each) => each === cause);
  return (
    <>
      <Box sx={{ color: "error.light", fontWeight: 600 }}>
        {known === undefined
          ? cause
          : t(`ruleVoid.cause.${known}`, { from: time(stillSince ?? at), to: time(at) })}
      </Box>
      {known !== "standstill" && (
        <Box sx={{ color: "text.secondary" }}>{t("ruleVoid.atTime", { time: time(at) })}</Box>
      )}
    </>
  );
}
