import { ApiError } from "@lotus/client";
import { CALLS, type CodeName } from "@lotus/contract";
import {
  Button,
  GlobeIcon,
  IconButton,
  LockIcon,
  NavBar,
  Pill,
  PinField,
  TextField,
  TicketIcon,
} from "@lotus/ui";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { Controller, FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { DayField } from "../../../components/day-field.tsx";
import { fieldError } from "../../../components/form/field-error.ts";
import { useSubmitOnce } from "../../../components/form/use-submit-once.ts";
import { LanguageOffer } from "../../../features/language-offer/language-offer.tsx";
import { useAppConfig } from "../../../queries/app-config.ts";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { api } from "../../../session/api.ts";
import { forgetPassword } from "../../../session/remembered-password.ts";
import { useSession } from "../../../session/session.ts";
import { afterLogin } from "../../../shell/after-login.ts";
import { navigation } from "../../../shell/navigation.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { href, type RouteQuery, type ScreenProps } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { openOffer } from "./open-offer.ts";
import { registerBody, registerResolver, type RegisterForm } from "./register-form.ts";
import { StrengthMeter } from "../../../features/password/strength-meter.tsx";
import { TermsField } from "./terms-field.tsx";
import { UsernameField } from "./username-field.tsx";
import styles from "./register.module.css";

/** Until the server's configuration is there. */
const ADULT = 18;

/** Refusals shown at one field, or at the form, where they stay visible. */
const FIELD_OF: ReadonlyMap<CodeName | undefined, keyof RegisterForm | "root"> = new Map([
  ["USERNAME_TAKEN", "username"],
  ["INVITE_CODE_UNKNOWN", "invite_code"],
  ["INVITE_CODE_REQUIRED", "invite_code"],
  ["PASSWORD_IS_USERNAME", "password"],
  ["PASSWORD_TOO_COMMON", "password"],
  ["BIRTH_DATE_REQUIRED", "birth_date"],
  ["UNDER_AGE", "birth_date"],
  ["REGISTRATIONS_LIMITED", "root"],
] satisfies [CodeName, keyof RegisterForm | "root"][]);
const SHOWN_IN_PLACE = [...FIELD_OF.keys()].filter((name) => name !== undefined);

/** The offer of deposit limits; null if it does not load, since nobody may be stuck here. */
function loadOffer(): Promise<ComponentType<{ onDone: () => void }> | null> {
  return Promise.all([
    import("../../../features/protection/first-limits.tsx"),
    loadCatalog("protection"),
  ]).then(
    ([{ FirstLimits }]) => FirstLimits,
    () => null,
  );
}

type Offer = ComponentType<{ onDone: () => void }>;

/**
 * The offer of limits after a registration, also after a reload of its page; null before. It ends, with null, where the
 * player wanted to go.
 */
function useOffer(
  redirect: string | undefined,
): readonly [Offer | "loads" | null, (offer: Offer | null) => void] {
  const [shown, setShown] = useState<Offer | "loads" | null>(() =>
    openOffer.isOpen() && useSession.getState().isLoggedIn() ? "loads" : null,
  );
  const set = useCallback(
    (offer: Offer | null) => {
      if (offer !== null) return setShown(() => offer);
      openOffer.end();
      return void afterLogin(redirect);
    },
    [redirect],
  );
  const isLoading = shown === "loads";
  useEffect(() => {
    if (isLoading) void loadOffer().then(set);
  }, [isLoading, set]);
  return [shown, set];
}

/** Creates an account, logs its player in at once and offers deposit limits before anything else. */
// One form: its fields in the order in which they are filled in.
// oxlint-disable-next-line max-lines-per-function
export function Screen({ query }: ScreenProps<RouteQuery<"register">>) {
  const { t } = useI18n();
  const { inviteRequired } = useAppConfig();
  const [Offer, setOffer] = useOffer(query.redirect);
  const form = useForm<RegisterForm>({
    mode: "onTouched",
    resolver: registerResolver(inviteRequired),
    defaultValues: {
      invite_code: query.invite ?? "",
      username: "",
      password: "",
      password_confirmation: "",
      trans_password: "",
      birth_date: "",
      agreed: false,
    },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      const body = registerBody(values);
      const tokens = await api.call(CALLS.register, { body }, { shownInPlace: SHOWN_IN_PLACE });
      // The password remembered on this device belongs to another account.
      await forgetPassword();
      useSession.getState().setRemember(false);
      useSession.getState().logIn(tokens, body.username);
      openOffer.begin();
      const offer = await loadOffer();
      notifySuccess(t("auth.welcome", { username: body.username }));
      setOffer(offer);
    } catch (thrown) {
      const field = thrown instanceof ApiError ? FIELD_OF.get(thrown.codeName) : undefined;
      if (field !== undefined && thrown instanceof ApiError) {
        form.setError(field, { message: thrown.msg }, { shouldFocus: true });
      }
    }
  });
  const onSubmit = useSubmitOnce(submit);
  if (Offer === "loads") return null;
  if (Offer !== null) return <Offer onDone={() => setOffer(null)} />;
  return (
    <div className={styles.screen}>
      <NavBar
        title={t("app.page.register")}
        ground="surface"
        onBack={() =>
          void (navigation.getState().page?.index === 0
            ? navigation.relaunch(href("login"))
            : navigation.back())
        }
        backLabel={t("app.back")}
        action={
          <IconButton
            label={t("auth.language")}
            icon={<GlobeIcon size={24} />}
            onClick={() => void navigation.push(href("language"))}
          />
        }
      />
      <FormProvider {...form}>
        <form className={styles.form} onSubmit={onSubmit} noValidate>
          <LanguageOffer />
          <InviteField fromLink={query.invite} required={inviteRequired} />
          <UsernameField />
          <PasswordFields />
          <TransPasswordField />
          <BirthDateField />
          <div className={styles.end}>
            <TermsField />
            {form.formState.errors.root?.message !== undefined && (
              <p role="alert" className={styles.problem}>
                {form.formState.errors.root.message}
              </p>
            )}
            <Button type="submit" block busy={form.formState.isSubmitting}>
              {t("auth.register")}
            </Button>
          </div>
        </form>
      </FormProvider>
    </div>
  );
}

function InviteField({ fromLink, required }: { fromLink: string | undefined; required: boolean }) {
  const { t } = useI18n();
  const { register, formState } = useFormContext<RegisterForm>();
  const code = useWatch<RegisterForm, "invite_code">({ name: "invite_code" });
  return (
    <TextField
      label={t("auth.inviteCode")}
      prefix={<TicketIcon size={20} aria-hidden />}
      suffix={
        fromLink !== undefined && code === fromLink ? (
          <Pill tone="brand">{t("auth.inviteFromLink")}</Pill>
        ) : undefined
      }
      placeholder={required ? undefined : t("auth.inviteOptional")}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      error={fieldError(t, formState.errors.invite_code)}
      {...register("invite_code")}
    />
  );
}

function PasswordFields() {
  const { t } = useI18n();
  const { register, formState, trigger, getFieldState } = useFormContext<RegisterForm>();
  const [password, username] = useWatch<RegisterForm, ["password", "username"]>({
    name: ["password", "username"],
  });
  const eye = { show: t("auth.showPassword"), hide: t("auth.hidePassword") };
  const common = {
    prefix: <LockIcon size={20} aria-hidden />,
    eye,
    // No maxLength at the allowed limit: a password that is too long must be refused, not silently truncated.
    autoComplete: "new-password",
  };
  return (
    <>
      <div>
        <TextField
          {...common}
          label={t("auth.password")}
          hint={password === "" ? t("auth.passwordHint") : undefined}
          error={fieldError(t, formState.errors.password)}
          {...register("password", {
            // The confirmation was checked against the old password.
            onChange: () =>
              void (getFieldState("password_confirmation").isTouched && trigger("password_confirmation")),
          })}
        />
        <StrengthMeter password={password} username={username} />
      </div>
      <TextField
        {...common}
        label={t("auth.passwordAgain")}
        error={fieldError(t, formState.errors.password_confirmation)}
        {...register("password_confirmation")}
      />
    </>
  );
}

function TransPasswordField() {
  const { t } = useI18n();
  const { control } = useFormContext<RegisterForm>();
  return (
    <Controller
      control={control}
      name="trans_password"
      render={({ field, fieldState }) => (
        <PinField
          label={t("auth.transPassword")}
          hint={t("auth.transPasswordHint")}
          error={fieldError(t, fieldState.error)}
          value={field.value}
          onChange={field.onChange}
          name={field.name}
          ref={field.ref}
        />
      )}
    />
  );
}

function BirthDateField() {
  const { t } = useI18n();
  const { minAge = ADULT } = useAppConfig();
  const { control } = useFormContext<RegisterForm>();
  return (
    <Controller
      control={control}
      name="birth_date"
      render={({ field, fieldState }) => (
        <DayField
          {...field}
          label={t("auth.birthDate")}
          autoComplete="bday"
          hint={t("auth.birthDateHint", { age: minAge })}
          // Nothing here says that a date is too late: the server is to hear it before another one is tried.
          error={fieldError(t, fieldState.error)}
        />
      )}
    />
  );
}
