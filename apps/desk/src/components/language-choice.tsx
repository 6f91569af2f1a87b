import { MenuItem, TextField } from "@mui/material";
import { useLocaleState } from "react-admin";
import { useI18n } from "../i18n/use-i18n.ts";
import { LOCALES } from "../i18n/i18n.ts";

/** Choice of the desk's language for users who are not signed in. */
export function LanguageChoice() {
  const t = useI18n();
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
