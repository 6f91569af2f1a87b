import { Box, Tooltip } from "@mui/material";
import { currentLocale, word, type WordKey } from "../i18n/i18n.ts";
import { useI18n, type WordValues } from "../i18n/use-i18n.ts";

interface TermProps {
  readonly term: WordKey;
  /** The name shown, if not the term's own. */
  readonly name?: string | undefined;
  readonly values?: WordValues;
}

/** The name of a figure; where the texts say what it means, with that as a tooltip, for a keyboard too. */
export function Term({ term, name, values }: TermProps) {
  const t = useI18n();
  const shown = name ?? t(term, values);
  const means = word(currentLocale(), `means.${term}`);
  if (means === undefined) return shown;
  return (
    <Tooltip describeChild title={means}>
      <Box
        component="span"
        // The tooltip opens by focus as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        sx={{
          cursor: "help",
          textDecoration: "underline dotted",
          textDecorationColor: "currentColor",
          textDecorationThickness: "1px",
          textUnderlineOffset: "3px",
        }}
      >
        {shown}
      </Box>
    </Tooltip>
  );
}
