import { Box } from "@mui/material";
import type { CareCaseRow } from "@lotus/contract/desk";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

/** The markers that a score is made of, each with its figure and its points. */
export function CareReasons({ reasons }: { readonly reasons: CareCaseRow["reasons"] }) {
  const t = useI18n();
  const { number } = useConfig();
  return (
    <Box component="ul" sx={{ m: 0, pl: 2 }}>
      {reasons.map(({ signal, value, points }) => (
        <li key={signal}>
          {t(`harm.${signal}`, { value: number(value) })} (+{points})
        </li>
      ))}
    </Box>
  );
}
