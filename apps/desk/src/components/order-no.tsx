import { Box } from "@mui/material";
import { MONO } from "../style/theme.ts";

/** The number of an order, in one piece: people compare it character by character. */
export function OrderNo({ children }: { readonly children: string }) {
  return (
    <Box component="span" sx={{ fontFamily: MONO, fontSize: "0.75rem", whiteSpace: "nowrap" }}>
      {children}
    </Box>
  );
}
