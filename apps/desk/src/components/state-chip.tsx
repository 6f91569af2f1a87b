import { Box } from "@mui/material";
import { useTheme } from "@mui/material/styles";
import { DARK, LIGHT, type Tokens } from "../style/tokens.ts";

/** Tone of a state: nothing to do, good, needs attention, bad. */
export type Tone = "quiet" | "good" | "wait" | "bad" | "info";

const COLOURS: Readonly<Record<Tone, readonly [text: keyof Tokens, ground: keyof Tokens]>> = {
  quiet: ["text2", "inset"],
  good: ["brandText", "brandTint"],
  wait: ["amberText", "amberTint"],
  bad: ["redText", "redTint"],
  info: ["blueText", "blueTint"],
};

/** A state in a word, on a ground of its tone: colour never alone. */
export function StateChip({ tone, label }: { readonly tone: Tone; readonly label: string }) {
  const tokens = useTheme().palette.mode === "dark" ? DARK : LIGHT;
  const [text, ground] = COLOURS[tone];
  return (
    <Box
      component="span"
      sx={{
        display: "inline-block",
        px: 1,
        py: "1px",
        borderRadius: 1,
        fontSize: "0.78rem",
        fontWeight: 600,
        color: tokens[text],
        bgcolor: tokens[ground],
      }}
    >
      {label}
    </Box>
  );
}
