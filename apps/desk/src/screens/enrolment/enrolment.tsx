import { Alert, Box, Button, Card, Link, TextField, Typography } from "@mui/material";
import { DESK_CALLS, operatorPassword } from "@lotus/contract/desk";
import { tidyCode } from "@lotus/money";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { useDesk } from "../../shell/desk.ts";
import { MONO } from "../../style/theme.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { LanguageChoice } from "../../components/language-choice.tsx";
import { useTabTitle } from "../../components/page-title.tsx";
import { QrCode } from "./qr-code.tsx";

interface Typed {
  readonly name: string;
  readonly firstHalf: string;
  readonly secondHalf: string;
  readonly password: string;
  readonly again: string;
}

const NOTHING: Typed = { name: "", firstHalf: "", secondHalf: "", password: "", again: "" };

/**
 * Page on which an operator sets their credentials: they get the two halves of their code from two people, and nobody
 * else sees their password or the secret of their authenticator.
 */
export function Enrolment() {
  const t = useI18n();
  useTabTitle(t("enrolment.title"));
  const [typed, setTyped] = useState(NOTHING);
  const [otpauthUri, setOtpauthUri] = useState<string>();
  const [done, setDone] = useState(false);
  return (
    <Box
      component="main"
      sx={{ minHeight: "100vh", display: "grid", placeItems: "center", p: 2, bgcolor: "background.default" }}
    >
      <Card sx={{ width: "100%", maxWidth: 440, p: { xs: 2.5, sm: 4 } }}>
        <Typography component="h1" variant="h1" sx={{ mb: 2 }}>
          {t("enrolment.title")}
        </Typography>
        {done ? (
          <Alert severity="success">{t("enrolment.done")}</Alert>
        ) : otpauthUri === undefined ? (
          <Codes typed={typed} onTyped={setTyped} onBegun={setOtpauthUri} />
        ) : (
          <Authenticator
            typed={typed}
            otpauthUri={otpauthUri}
            onBack={() => setOtpauthUri(undefined)}
            onDone={() => setDone(true)}
          />
        )}
        <Link href="#/login" sx={{ display: "inline-block", mt: 3 }}>
          {t("enrolment.toSignIn")}
        </Link>
        <LanguageChoice />
      </Card>
    </Box>
  );
}

interface CodesProps {
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly onBegun: (otpauthUri: string) => void;
}

/** Name, both halves of the code and a new password. */
function Codes({ typed, onTyped, onBegun }: CodesProps) {
  const t = useI18n();
  const { call } = useDesk();
  const good = operatorPassword.safeParse(typed.password).success;
  const same = typed.password === typed.again;
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onTyped({ ...typed, [name]: event.target.value }),
    required: true,
  });
  const half = { sx: { fontFamily: MONO }, maxLength: 60, autoComplete: "off", spellCheck: false };
  return (
    <Step
      label={t("enrolment.next")}
      ready={good && same}
      act={async () => {
        const { otpauthUri } = await call(DESK_CALLS.beginEnrolment, { body: codeOf(typed) });
        onBegun(otpauthUri);
      }}
    >
      <Typography color="textSecondary">{t("enrolment.hint")}</Typography>
      <TextField label={t("signIn.name")} autoComplete="username" {...field("name")} />
      <TextField label={t("enrolment.first")} {...field("firstHalf")} slotProps={{ htmlInput: half }} />
      <TextField label={t("enrolment.second")} {...field("secondHalf")} slotProps={{ htmlInput: half }} />
      <TextField
        type="password"
        label={t("password.new")}
        autoComplete="new-password"
        error={typed.password !== "" && !good}
        helperText={t("password.rule")}
        {...field("password")}
      />
      <TextField
        type="password"
        label={t("password.again")}
        autoComplete="new-password"
        error={typed.again !== "" && !same}
        helperText={typed.again !== "" && !same ? t("password.differ") : undefined}
        {...field("again")}
      />
    </Step>
  );
}

interface AuthenticatorProps {
  readonly typed: Typed;
  readonly otpauthUri: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** The secret for the authenticator, and a code of it that proves that it is set up. */
function Authenticator({ typed, otpauthUri, onBack, onDone }: AuthenticatorProps) {
  const t = useI18n();
  const { call } = useDesk();
  const [code, setCode] = useState("");
  const plain = tidyCode(code);
  return (
    <Step
      label={t("enrolment.finish")}
      ready={/^\d{6}$/u.test(plain)}
      onBack={onBack}
      act={async () => {
        const body = { ...codeOf(typed), password: typed.password, code: plain };
        await call(DESK_CALLS.finishEnrolment, { body });
        onDone();
      }}
    >
      <Typography color="textSecondary">{t("enrolment.scan")}</Typography>
      <QrCode text={otpauthUri} label={t("enrolment.qr")} />
      <Typography color="textSecondary">{t("enrolment.secret")}</Typography>
      <Typography sx={{ fontFamily: MONO, overflowWrap: "anywhere" }}>{secretOf(otpauthUri)}</Typography>
      <TextField
        label={t("signIn.code")}
        helperText={t("signIn.codeHint")}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        required
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
    </Step>
  );
}

interface StepProps {
  readonly label: string;
  readonly ready: boolean;
  readonly onBack?: () => void;
  readonly act: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form with one action, which shows why it failed. */
function Step({ label, ready, onBack, act, children }: StepProps) {
  const t = useI18n();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current || !ready) return;
    running.current = true;
    setBusy(true);
    setProblem("");
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof Error && error.message !== "" ? error.message : t("action.failed"));
    }
    running.current = false;
    setBusy(false);
  };
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} sx={{ display: "grid", gap: 1 }}>
      {children}
      {problem !== "" && <Alert severity="error">{problem}</Alert>}
      <Button type="submit" variant="contained" fullWidth disabled={busy || !ready} sx={{ mt: 1, py: 1 }}>
        {label}
      </Button>
      {onBack !== undefined && (
        <Button onClick={onBack} disabled={busy}>
          {t("action.back")}
        </Button>
      )}
    </Box>
  );
}

function codeOf({ name, firstHalf, secondHalf }: Typed) {
  return { name, first_half: firstHalf, second_half: secondHalf };
}

/** The secret within an otpauth address, for authenticators that are typed into. */
function secretOf(uri: string): string {
  return new URLSearchParams(uri.slice(uri.indexOf("?") + 1)).get("secret") ?? "";
}
