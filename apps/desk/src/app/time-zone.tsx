import { Typography } from "@mui/material";
import { showOffset } from "../i18n/days.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

/** Below every page: the zone of all its times and days, which is the house's, wherever the operator sits. */
export function TimeZone() {
  const t = useI18n();
  const { id, timeZone, now } = useConfig();
  if (id === "") return null;
  return (
    <Typography
      component="footer"
      variant="caption"
      sx={{ mt: "auto", pt: 2, textAlign: "end", color: "text.secondary" }}
    >
      {t("zone.times", { zone: timeZone, offset: showOffset(now(), timeZone) })}
    </Typography>
  );
}
