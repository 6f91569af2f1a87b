import type { TransPasswordCheck } from "../accounts/accounts.ts";
import { refuse, type Refused } from "../http/handler.ts";

/** What a wrong try at the withdrawal password is answered with. */
export function refusePassword(
  check: Extract<TransPasswordCheck, { right: false }>,
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

/** An instant (epoch milliseconds) as a text names it, on the house's clock. */
export function instantText(epochMs: number, locale: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short", timeZone });
  return format.format(epochMs);
}
