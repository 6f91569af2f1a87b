import { Box } from "@mui/material";
import type { ReactNode } from "react";

/** One named fact. */
export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Facts in columns, label over value: as many columns as there is room for. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: "grid",
        gridTemplateColumns: "repeat(auto-fill, minmax(190px, 1fr))",
        gap: "14px 24px",
        m: 0,
      }}
    >
      {facts.map(({ label, value }) => (
        <div key={label}>
          <Box component="dt" sx={{ color: "text.disabled", fontSize: "0.75rem" }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {value}
          </Box>
        </div>
      ))}
    </Box>
  );
}
