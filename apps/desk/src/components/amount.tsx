import { Box } from "@mui/material";
import { useConfig } from "../shell/use-config.ts";

/** Money of the wire, right-aligned figures; signed ones carry their sign. */
export function Amount({ value, strong = false }: { readonly value: string; readonly strong?: boolean }) {
  const { money } = useConfig();
  return (
    <Box
      component="span"
      sx={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap", fontWeight: strong ? 650 : undefined }}
    >
      {money(value)}
    </Box>
  );
}

/** A time in the operator's zone. In a narrow table, day and time are on two lines. */
export function Moment({ at }: { readonly at: number | null }) {
  const { time } = useConfig();
  if (at === null) return <span>–</span>;
  const [first = "", ...rest] = time(at).split(" ");
  return (
    <time dateTime={new Date(at).toISOString()}>
      <Whole>{first}</Whole> <Whole>{rest.join(" ")}</Whole>
    </time>
  );
}

function Whole({ children }: { readonly children: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: "nowrap" }}>
      {children}
    </Box>
  );
}
