import { Box } from "@mui/material";
import { useEffect, useState } from "react";
import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";

const EACH_MS = 15_000;
const DAY_MS = 86_400_000;

/** How long something has waited, by the server's clock; updates automatically. Highlighted after a day. */
export function Age({ since }: { readonly since: number }) {
  const t = useI18n();
  const { now, span } = useConfig();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => setAt(now()), EACH_MS);
    return () => window.clearInterval(timer);
  }, [now]);
  const waited = Math.max(0, at - since);
  return (
    <Box
      component="span"
      sx={{
        whiteSpace: "nowrap",
        fontSize: "0.78rem",
        fontWeight: 600,
        color: waited >= DAY_MS ? "error.light" : "text.secondary",
      }}
    >
      {t("age.waiting", { span: span(waited) })}
    </Box>
  );
}
