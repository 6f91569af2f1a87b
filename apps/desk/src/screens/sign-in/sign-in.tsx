import { Alert, Box, Button, Card, Link, TextField, Typography } from "@mui/material";
import { useState, type FormEvent } from "react";
import { useLogin } from "react-admin";
import { useI18n } from "../../i18n/use-i18n.ts";
import { LanguageChoice } from "../../components/language-choice.tsx";
import { useTabTitle } from "../../components/page-title.tsx";

/** What an operator signs in with. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}

/** Sign-in at the desk: name, password and the current authenticator code. */
export function SignIn() {
  const t = useI18n();
  useTabTitle(t("signIn.submit"));
  const login = useLogin();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setProblem("");
    try {
      await login(credentialsIn(new FormData(form)));
    } catch (error) {
      setProblem(error instanceof Error && error.message !== "" ? error.message : t("signIn.failed"));
      setBusy(false);
      // A code is valid once: the next attempt needs another.
      const code = form.elements.namedItem("code");
      if (code instanceof HTMLInputElement) code.value = "";
    }
  };

  return (
    <Box
      component="main"
      sx={{ minHeight: "100vh", display: "grid", placeItems: "center", p: 2, bgcolor: "background.default" }}
    >
      <Card sx={{ width: "100%", maxWidth: 380, p: 4 }}>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, mb: 3 }}>
          <Box component="img" src="/icon.svg" alt="" sx={{ width: 40, height: 40, borderRadius: 2 }} />
          <Typography component="h1" variant="h1">
            {t("signIn.title")}
          </Typography>
        </Box>
        <form onSubmit={(event) => void submit(event)}>
          <CredentialFields />
          {problem !== "" && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
          <Button type="submit" variant="contained" fullWidth disabled={busy} sx={{ mt: 2, py: 1 }}>
            {t("signIn.submit")}
          </Button>
        </form>
        <Link href="#/enrol" sx={{ display: "inline-block", mt: 3 }}>
          {t("signIn.enrol")}
        </Link>
        <LanguageChoice />
      </Card>
    </Box>
  );
}

function CredentialFields() {
  const t = useI18n();
  return (
    <>
      <TextField name="name" label={t("signIn.name")} autoComplete="username" required />
      <TextField
        name="password"
        type="password"
        label={t("signIn.password")}
        autoComplete="current-password"
        required
      />
      <TextField
        name="code"
        label={t("signIn.code")}
        helperText={t("signIn.codeHint")}
        autoComplete="one-time-code"
        required
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
    </>
  );
}

function credentialsIn(data: FormData): Credentials {
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    password: text("password"),
    code: text("code"),
  };
}
