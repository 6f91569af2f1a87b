import { ANNOUNCEMENT_LENGTHS } from "@lotus/contract";
import { LOCALE_NAMES, LOCALES, type Locale } from "@lotus/locales";
import { tidyTyped } from "@lotus/money";
import { Box, Button, Menu, MenuItem, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { useI18n } from "../i18n/use-i18n.ts";

/** A text as it is being written: each language that was begun has its title and body, either may still be blank. */
export type Draft = Readonly<Partial<Record<Locale, Written>>>;

interface Written {
  readonly title: string;
  readonly body: string;
}

/** Nothing written yet. */
export const EMPTY_DRAFT: Draft = {};

const BLANK: Written = { title: "", body: "" };
/** The languages whose fields are shown initially; others are added on demand. */
const FIRST: readonly Locale[] = ["vi-VN", "en-US"];

/** The languages that are written, or undefined while there is none, or one is half done. */
export function finishedTexts(draft: Draft): Record<string, { title: string; body: string }> | undefined {
  const texts: Record<string, { title: string; body: string }> = {};
  for (const locale of LOCALES) {
    const { title, body } = draft[locale] ?? BLANK;
    const [noTitle, noBody] = [title, body].map((text) => tidyTyped(text) === "");
    if (noTitle && noBody) continue;
    if (noTitle || noBody) return undefined;
    texts[locale] = { title: title.trim(), body: body.trim() };
  }
  return Object.keys(texts).length === 0 ? undefined : texts;
}

interface WrittenTextsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Title and body in the languages of the server, as many of them as are wanted. */
export function WrittenTexts({ draft, onChange }: WrittenTextsProps) {
  const t = useI18n();
  const [shown, setShown] = useState(FIRST);
  const begun = LOCALES.filter((locale) => shown.includes(locale) || draft[locale] !== undefined);
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {begun.map((locale) => {
        const written = draft[locale] ?? BLANK;
        const write = (part: Partial<Written>) => onChange({ ...draft, [locale]: { ...written, ...part } });
        return (
          <Box key={locale} component="fieldset" sx={{ border: 0, m: 0, p: 0 }} lang={locale}>
            <Typography component="legend" variant="caption" color="textSecondary">
              {LOCALE_NAMES[locale]}
            </Typography>
            <TextField
              label={t("texts.title")}
              value={written.title}
              onChange={(event) => write({ title: event.target.value })}
              slotProps={{ htmlInput: { maxLength: ANNOUNCEMENT_LENGTHS.title } }}
            />
            <TextField
              label={t("texts.body")}
              multiline
              minRows={3}
              value={written.body}
              onChange={(event) => write({ body: event.target.value })}
              slotProps={{ htmlInput: { maxLength: ANNOUNCEMENT_LENGTHS.body } }}
            />
          </Box>
        );
      })}
      <MoreLanguages
        rest={LOCALES.filter((locale) => !begun.includes(locale))}
        onChoose={(locale) => setShown([...shown, locale])}
      />
    </Box>
  );
}

interface MoreLanguagesProps {
  readonly rest: readonly Locale[];
  readonly onChoose: (locale: Locale) => void;
}

/** Opens the fields of another language; gone once every language has its own. */
function MoreLanguages({ rest, onChoose }: MoreLanguagesProps) {
  const t = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (rest.length === 0) return null;
  return (
    <div>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t("texts.addLanguage")}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {rest.map((locale) => (
          <MenuItem
            key={locale}
            lang={locale}
            onClick={() => {
              setAnchor(null);
              onChoose(locale);
            }}
          >
            {LOCALE_NAMES[locale]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
