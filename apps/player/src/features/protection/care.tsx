import { useAppConfig } from "../../queries/app-config.ts";
import { usePages } from "../../shell/navigation.ts";
import { IdleQuestion } from "./idle-question.tsx";
import { LimitReview } from "./limit-review.tsx";
import { NetAtLogin, useNetIsDue } from "./net-at-login.tsx";

export { BreakButton } from "./break-button.tsx";

/** What some rules ask for on every page: the result at a login, a review of limits, and a question after a while. */
export function Care() {
  const rules = useAppConfig().protection;
  // Whoever registers has no result yet, and is just being offered limits.
  const registers = usePages().page?.name === "register";
  const days = rules?.netResultDays ?? null;
  const net = useNetIsDue(days);
  return (
    <>
      {!registers && net.isDue && <NetAtLogin onSeen={net.acknowledge} />}
      {!registers && !net.isDue && <LimitReview />}
      <IdleQuestion minutes={rules?.idleMinutes ?? 30} />
    </>
  );
}
