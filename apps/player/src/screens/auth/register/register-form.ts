import { CALLS, type CallBodyInput } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { contractResolver } from "../../../components/form/contract-resolver.ts";

/** The fields as typed. Their names match the call's, so that its errors can be assigned to them. */
export interface RegisterForm {
  invite_code: string;
  username: string;
  password: string;
  password_confirmation: string;
  trans_password: string;
  /** As "1990-12-31"; empty until the whole date is typed. */
  birth_date: string;
  agreed: boolean;
}

/** The body of the call. An empty invite code is left out. */
export function registerBody(form: RegisterForm): CallBodyInput<typeof CALLS.register> {
  return {
    ...(tidyTyped(form.invite_code) !== "" && { invite_code: form.invite_code }),
    username: form.username,
    password: form.password,
    password_confirmation: form.password_confirmation,
    register_device: 1,
    trans_password: form.trans_password,
    birth_date: form.birth_date,
  };
}

/**
 * Validates by the call's schema, plus the rules of the form alone: agreement, and an invite code where the server
 * requires one.
 */
export function registerResolver(inviteRequired: boolean) {
  return contractResolver<RegisterForm>(CALLS.register.body, registerBody, (form) => ({
    invite_code:
      inviteRequired && tidyTyped(form.invite_code) === "" ? "codes.INVITE_CODE_REQUIRED" : undefined,
    password:
      form.password.toLowerCase() === tidyTyped(form.username).toLowerCase()
        ? "codes.PASSWORD_IS_USERNAME"
        : undefined,
    // The schema compares the two only once everything else is valid; this reports a mismatch earlier.
    password_confirmation:
      form.password === form.password_confirmation ? undefined : "validation.passwordsDiffer",
    agreed: form.agreed ? undefined : "validation.termsRequired",
  }));
}
