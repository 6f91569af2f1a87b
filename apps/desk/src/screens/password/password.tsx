import { Alert, Button, Card, TextField, Typography } from "@mui/material";
import { DESK_CALLS, operatorPassword } from "@lotus/contract/desk";
import { useRef, useState, type FormEvent } from "react";
import { Title, useNotify, useRedirect } from "react-admin";
import { PageTitle } from "../../components/page-title.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Changes the operator's own password: required at the first sign-in, available at any time. */
export function Password() {
  const t = useI18n();
  const [old, setOld] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const { problem, change } = useChangePassword();
  const good = operatorPassword.safeParse(password).success;
  const same = password === again;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (good && same) void change(old, password);
  };
  return (
    <Card sx={{ mt: 2, p: 3, maxWidth: 460 }}>
      <Title title={<PageTitle name={t("password.title")} />} />
      <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
        {t("password.title")}
      </Typography>
      <Typography color="textSecondary">{t("password.hint")}</Typography>
      <form onSubmit={submit}>
        <TextField
          type="password"
          label={t("password.old")}
          autoComplete="current-password"
          value={old}
          onChange={(event) => setOld(event.target.value)}
          required
        />
        <TextField
          type="password"
          label={t("password.new")}
          autoComplete="new-password"
          value={password}
          error={password !== "" && !good}
          helperText={t("password.rule")}
          onChange={(event) => setPassword(event.target.value)}
          required
        />
        <TextField
          type="password"
          label={t("password.again")}
          autoComplete="new-password"
          value={again}
          error={again !== "" && !same}
          helperText={again !== "" && !same ? t("password.differ") : undefined}
          onChange={(event) => setAgain(event.target.value)}
          required
        />
        {problem !== "" && <Alert severity="error">{problem}</Alert>}
        <Button type="submit" variant="contained" disabled={!good || !same || old === ""} sx={{ mt: 1 }}>
          {t("password.save")}
        </Button>
      </form>
    </Card>
  );
}

/** Changes the password, one request at a time, and opens the first page; `problem` is the reason of a failure. */
function useChangePassword() {
  const t = useI18n();
  const { call } = useDesk();
  const notify = useNotify();
  const redirect = useRedirect();
  const { reload } = useConfig();
  const [problem, setProblem] = useState("");
  const running = useRef(false);
  const change = async (old: string, password: string) => {
    if (running.current) return;
    running.current = true;
    setProblem("");
    try {
      await call(DESK_CALLS.changePassword, { body: { old_password: old, password } });
      notify(t("password.changed"), { type: "success" });
      await reload?.();
      redirect("/");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t("action.failed"));
    }
    running.current = false;
  };
  return { problem, change };
}
