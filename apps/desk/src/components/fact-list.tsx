import { Box } from "@mui/material";
import type { ReactNode } from "react";
import type { WordKey } from "../i18n/i18n.ts";
import { Term } from "./term.tsx";

/** One named fact: by a text, or by a key, whose definition is then shown too. */
export type Fact = {
  readonly value: ReactNode;
  /** A sentence or a hash: it takes the whole width. */
  readonly wide?: boolean;
} & (
  | { readonly label: string; readonly term?: undefined }
  | { readonly term: WordKey; readonly label?: string }
);

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
      {facts.map(({ label, term, value, wide = false }) => (
        <Box key={term ?? label} sx={wide ? { gridColumn: "1 / -1" } : {}}>
          <Box component="dt" sx={{ color: "text.disabled", fontSize: "0.75rem" }}>
            {term === undefined ? label : <Term term={term} name={label} />}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
