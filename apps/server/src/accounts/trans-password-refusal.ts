import { refuse, type Refused } from "../http/handler.ts";
import type { TransPasswordCheck } from "./trans-password.ts";

/** The refusal of a wrong withdrawal password: how many attempts are left, or until when it is locked. */
export function refuseTransPassword(
  check: Extract<TransPasswordCheck, { readonly right: false }>,
  locale: string,
  timeZone: string,
): Refused<"TRANS_PASSWORD_WRONG" | "TRANS_PASSWORD_LOCKED"> {
  if (!("untilMs" in check)) {
    const { triesLeft } = check;
    return refuse("TRANS_PASSWORD_WRONG", { values: { triesLeft: String(triesLeft) }, data: { triesLeft } });
  }
  return refuse("TRANS_PASSWORD_LOCKED", {
    values: { until: instantText(check.untilMs, locale, timeZone) },
    data: { until: check.untilMs },
  });
}

/** Formats an instant (epoch milliseconds) for a text, in the operator's time zone. */
export function instantText(epochMs: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short", timeZone }).format(
    epochMs,
  );
}
