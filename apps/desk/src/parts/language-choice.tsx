import { MenuItem, TextField } from "@mui/material";
import { useLocaleState } from "react-admin";
import { useWords } from "../words/use-words.ts";
import { LOCALES } from "../words/words.ts";

/** The language of the desk, for who is not signed in. */
export function LanguageChoice() {
  const t = useWords();
  const [locale, setLocale] = useLocaleState();
  return (
    <TextField
      select
      label={t("signIn.language")}
      value={locale}
      onChange={(event) => setLocale(event.target.value)}
      sx={{ mt: 3 }}
    >
      {LOCALES.map(({ locale: tag, name }) => (
        <MenuItem key={tag} value={tag} lang={tag}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
