import { refuse, type Refused } from "../http/handler.ts";
import type { TransPasswordCheck } from "./trans-password.ts";

/** Refuses a wrong try at the withdrawal password: how many are left, or until when it is locked. */
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

/** An instant (epoch milliseconds) as a text names it, on the server's clock. */
export function instantText(epochMs: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short", timeZone }).format(
    epochMs,
  );
}
