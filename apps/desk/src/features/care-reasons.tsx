import { Box } from "@mui/material";
import type { CareCaseRow } from "@lotus/contract/desk";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

interface CareReasonsProps {
  readonly reasons: CareCaseRow["reasons"];
  readonly cause?: CareCaseRow["cause"];
}

/** Why there is a case: what was said about an age, and the markers of a score, each with its figure and its points. */
export function CareReasons({ reasons, cause = "markers" }: CareReasonsProps) {
  const t = useI18n();
  const { number } = useConfig();
  return (
    <Box component="ul" sx={{ m: 0, pl: 2 }}>
      {cause === "underAge" && <li>{t("care.cause.underAge")}</li>}
      {reasons.map(({ signal, value, points }) => (
        <li key={signal}>
          {t(`harm.${signal}`, { value: number(value) })} (+{points})
        </li>
      ))}
    </Box>
  );
}
