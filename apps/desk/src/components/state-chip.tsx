import { Box } from "@mui/material";
import { useTheme } from "@mui/material/styles";
import { useI18n } from "../i18n/use-i18n.ts";
import { DARK, LIGHT, type Tokens } from "../style/tokens.ts";
import { useStaleSince } from "./freshness.tsx";

/** Tone of a state: nothing to do, good, needs attention, bad. */
export type Tone = "quiet" | "good" | "wait" | "bad" | "info";

const COLOURS: Readonly<Record<Tone, readonly [text: keyof Tokens, ground: keyof Tokens]>> = {
  quiet: ["text2", "inset"],
  good: ["brandText", "brandTint"],
  wait: ["amberText", "amberTint"],
  bad: ["redText", "redTint"],
  info: ["blueText", "blueTint"],
};

/** Longer labels may take two lines, in a table whose column would squeeze them into more. */
const ONE_LINE = 20;

/** A state in a word, on a ground of its tone: colour never alone. */
export function StateChip({ tone, label }: { readonly tone: Tone; readonly label: string }) {
  const t = useI18n();
  const isOld = useStaleSince() !== undefined;
  const tokens = useTheme().palette.mode === "dark" ? DARK : LIGHT;
  const [text, ground] = COLOURS[isOld && tone === "good" ? "quiet" : tone];
  const shown = isOld && tone === "good" ? `${label} · ${t("stale.chip")}` : label;
  return (
    <Box
      component="span"
      sx={{
        display: "inline-block",
        ...(shown.length > ONE_LINE ? { minWidth: "10rem" } : { whiteSpace: "nowrap" }),
        px: 1,
        py: "1px",
        borderRadius: 1,
        fontSize: "0.78rem",
        fontWeight: 600,
        color: tokens[text],
        bgcolor: tokens[ground],
      }}
    >
      {shown}
    </Box>
  );
}
