import { CALLS, username as usernameRule } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { CheckIcon, Spinner, TextField, UserIcon } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { fieldError } from "../../../components/form/field-error.ts";
import { api } from "../../../session/api.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import type { RegisterForm } from "./register-form.ts";
import styles from "./register.module.css";

/** Debounce: pause in typing before the server is asked. */
const REST_MS = 400;

/** The username, and whether it is still available. */
export function UsernameField() {
  const { t } = useI18n();
  const { register, formState } = useFormContext<RegisterForm>();
  const username = tidyTyped(useWatch<RegisterForm, "username">({ name: "username" }));
  const free = useUsernameFree(username);
  const problem =
    fieldError(t, formState.errors.username) ?? (free.data === false ? t("codes.USERNAME_TAKEN") : undefined);
  return (
    <TextField
      label={t("auth.username")}
      hint={t("auth.usernameHint")}
      prefix={<UserIcon size={20} aria-hidden />}
      suffix={
        <output className={styles.free}>
          {problem === undefined && free.isFetching && <Spinner />}
          {problem === undefined && free.data === true && (
            <>
              <CheckIcon size={16} aria-hidden />
              {t("auth.usernameFree")}
            </>
          )}
        </output>
      }
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={problem}
      {...register("username")}
    />
  );
}

function useUsernameFree(username: string) {
  const rested = useRested(username);
  const isChecked = rested === username && z.safeParse(usernameRule, username).success;
  return useQuery({
    queryKey: ["usernameFree", username.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { free } = await api.call(
        CALLS.usernameFree,
        { query: { username } },
        { signal, hideErrors: true, shownInPlace: ["TOO_MANY_ATTEMPTS"] },
      );
      return free;
    },
    enabled: isChecked,
    staleTime: 30_000,
  });
}

/** The debounced value. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
