import { Typography } from "@mui/material";
import type { ReactNode } from "react";

/** Heading of a section that is directly on the page, not in a card. */
export function SectionTitle({ children }: { readonly children: ReactNode }) {
  return (
    <Typography component="h2" variant="h3" sx={{ mt: 3, mb: 0.5 }}>
      {children}
    </Typography>
  );
}
