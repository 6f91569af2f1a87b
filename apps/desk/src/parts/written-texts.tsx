import { Box, TextField, Typography } from "@mui/material";
import { useWords } from "../words/use-words.ts";
import { LOCALES, type Locale } from "../words/words.ts";

/** A text as it is being written: each language has its title and body, either may still be blank. */
export type Draft = Readonly<Record<Locale, { readonly title: string; readonly body: string }>>;

/** Nothing written yet. */
export const EMPTY_DRAFT: Draft = {
  "vi-VN": { title: "", body: "" },
  "en-US": { title: "", body: "" },
};

/** The languages that are written, or undefined while there is none, or one is half done. */
export function finishedTexts(draft: Draft): Record<string, { title: string; body: string }> | undefined {
  const texts: Record<string, { title: string; body: string }> = {};
  for (const { locale } of LOCALES) {
    const title = draft[locale].title.trim();
    const body = draft[locale].body.trim();
    if (title === "" && body === "") continue;
    if (title === "" || body === "") return undefined;
    texts[locale] = { title, body };
  }
  return Object.keys(texts).length === 0 ? undefined : texts;
}

interface WrittenTextsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Title and body in each language of the house. */
export function WrittenTexts({ draft, onChange }: WrittenTextsProps) {
  const t = useWords();
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {LOCALES.map(({ locale, name }) => {
        const write = (part: Partial<Draft[Locale]>) =>
          onChange({ ...draft, [locale]: { ...draft[locale], ...part } });
        return (
          <Box key={locale} component="fieldset" sx={{ border: 0, m: 0, p: 0 }} lang={locale}>
            <Typography component="legend" variant="caption" color="textSecondary">
              {name}
            </Typography>
            <TextField
              label={t("texts.title")}
              value={draft[locale].title}
              onChange={(event) => write({ title: event.target.value })}
              slotProps={{ htmlInput: { maxLength: 120 } }}
            />
            <TextField
              label={t("texts.body")}
              multiline
              minRows={3}
              value={draft[locale].body}
              onChange={(event) => write({ body: event.target.value })}
              slotProps={{ htmlInput: { maxLength: 4000 } }}
            />
          </Box>
        );
      })}
    </Box>
  );
}
