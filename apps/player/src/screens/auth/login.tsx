import { isRefusal } from "@lotus/client";
import { CALLS } from "@lotus/contract";
import { LOCALE_NAMES } from "@lotus/locales";
import { Button, Checkbox, GlobeIcon, HeadphonesIcon, LockIcon, Strip, TextField, UserIcon } from "@lotus/ui";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { useSubmitOnce } from "../../components/form/use-submit-once.ts";
import { LanguageOffer } from "../../features/language-offer/language-offer.tsx";
import { usePasskeyOffer } from "../../features/passkeys/offer-state.ts";
import { Lotus } from "../../artwork/lotus.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { api } from "../../session/api.ts";
import {
  canRemember,
  forgetPassword,
  rememberedPassword,
  rememberPassword,
} from "../../session/remembered-password.ts";
import { useSession } from "../../session/session.ts";
import { afterLogin } from "../../shell/after-login.ts";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery, type ScreenProps } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";
import styles from "./login.module.css";

interface LoginForm {
  username: string;
  password: string;
  remember: boolean;
}

const resolver = contractResolver<LoginForm>(CALLS.login.body, ({ username, password }) => ({
  username,
  password,
}));

/** Login: username and password, with links to help, registration and languages. */
export function Screen({ query }: ScreenProps<RouteQuery<"login">>) {
  const { t, locale } = useI18n();
  const { title } = useAppConfig();
  return (
    <div className="splash">
      <div className="splash-top">
        <Button
          className={styles.language}
          variant="ghost"
          size="s"
          icon={<GlobeIcon size={20} aria-hidden />}
          aria-label={`${t("auth.language")}: ${LOCALE_NAMES[locale]}`}
          onClick={() => void navigation.push(href("language"))}
        >
          {LOCALE_NAMES[locale]}
        </Button>
      </div>
      <div className="splash-brand">
        <Lotus size={72} />
        <h1>{title}</h1>
        <p>{t("auth.slogan")}</p>
      </div>
      <WhyHere />
      <div className={styles.offer}>
        <LanguageOffer />
      </div>
      <LoginFields redirect={query.redirect} />
      <div className={styles.passkey}>
        <PasskeyLogin redirect={query.redirect} />
      </div>
      <p className={styles.register}>
        {t("auth.noAccount")}
        <PageLink to={href("register", { redirect: query.redirect })}>{t("auth.toRegister")}</PageLink>
      </p>
      <nav className={styles.foot} aria-label={t("auth.service")}>
        <PageLink to={href("service")} tab>
          <HeadphonesIcon size={16} aria-hidden />
          {t("auth.service")}
        </PageLink>
        <PageLink to={href("terms")}>{t("app.page.terms")}</PageLink>
        <PageLink to={href("privacy")}>{t("app.page.privacy")}</PageLink>
        <span className={styles.age}>
          <span aria-hidden>18+</span>
          <span className={styles.unseen}>{t("auth.ofAge")}</span>
        </span>
      </nav>
    </div>
  );
}

/** Explains why the player was logged out. */
function WhyHere() {
  const { t } = useI18n();
  const ended = useSession((session) => {
    // Another window has logged in since.
    if (session.isLoggedIn()) return "";
    return session.ended || (session.loggedOutElsewhere ? "logout" : "");
  });
  if (ended === "") return null;
  return (
    <div className={styles.ended}>
      <Strip shape="card">{t(`auth.ended.${ended}`)}</Strip>
    </div>
  );
}

function PageLink({ to, tab = false, children }: { to: string; tab?: boolean; children: React.ReactNode }) {
  return (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault();
        void (tab ? navigation.switchTab(to) : navigation.push(to));
      }}
    >
      {children}
    </a>
  );
}

function LoginFields({ redirect }: { redirect: string | undefined }) {
  const { t } = useI18n();
  const { control, register, handleSubmit, setError, formState } = useLoginForm();
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    try {
      await logIn(form);
      await afterLogin(redirect);
    } catch (thrown) {
      if (isRefusal(thrown, "WRONG_CREDENTIALS"))
        setError("password", { message: thrown.msg }, { shouldFocus: true });
    }
  });
  const onSubmit = useSubmitOnce(submit);
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        label={t("auth.username")}
        prefix={<UserIcon size={20} aria-hidden />}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldError(t, errors.username)}
        {...register("username")}
      />
      <TextField
        label={t("auth.password")}
        prefix={<LockIcon size={20} aria-hidden />}
        eye={{ show: t("auth.showPassword"), hide: t("auth.hidePassword") }}
        autoComplete="current-password"
        maxLength={256}
        error={fieldError(t, errors.password)}
        {...register("password")}
      />
      <div className={styles.row}>
        <Controller
          control={control}
          name="remember"
          render={({ field: { value, onChange, ...field } }) => (
            <Checkbox
              {...field}
              checked={value}
              disabled={!canRemember()}
              aria-describedby={canRemember() ? undefined : "remember-why-not"}
              onChange={(event) => {
                onChange(event.target.checked);
                // Unticking deletes the stored password at once, whether or not a login follows.
                if (!event.target.checked) void forgetPassword();
              }}
            >
              {t("auth.remember")}
            </Checkbox>
          )}
        />
        <span className={styles.forgot}>
          <PageLink to={href("forgot")}>{t("auth.forgot")}</PageLink>
        </span>
      </div>
      {!canRemember() && (
        <p id="remember-why-not" className={styles.why}>
          {t("auth.rememberUnsafe")}
        </p>
      )}
      <Button type="submit" block busy={isSubmitting}>
        {t("auth.login")}
      </Button>
    </form>
  );
}

/** Opens a session and keeps the password on this device, or forgets it, as the player chose. */
async function logIn({
  username,
  password,
  remember,
}: {
  username: string;
  password: string;
  remember: boolean;
}): Promise<void> {
  const tokens = await api.call(
    CALLS.login,
    { body: { username, password } },
    { shownInPlace: ["WRONG_CREDENTIALS"] },
  );
  await (remember ? rememberPassword(username, password) : forgetPassword()).catch(() => undefined);
  useSession.getState().setRemember(remember);
  useSession.getState().logIn(tokens, username);
  usePasskeyOffer.setState({ due: true });
}

/** The form, prefilled with the last username and the remembered password, if there is one. */
function useLoginForm() {
  const username = useSession((session) => session.username);
  const remember = useSession((session) => session.remember) && canRemember();
  const form = useForm<LoginForm>({ resolver, defaultValues: { username, password: "", remember } });
  const { setValue, getValues } = form;
  useEffect(() => {
    if (!remember) return;
    const fill = async () => {
      const password = await rememberedPassword(username);
      // Does not overwrite what the player has begun to type.
      if (password !== undefined && getValues("password") === "") setValue("password", password);
    };
    void fill();
  }, [username, remember, setValue, getValues]);
  return form;
}
