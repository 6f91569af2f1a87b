import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

interface Decision {
  /** Null: nobody at the desk. */
  readonly by: { readonly name: string } | null | undefined;
  readonly what: string;
  readonly at?: number | null;
  readonly reason?: string | null;
}

/** Says who decided what, when and why, for the dialog of somebody who was slower. */
export function useDecided(): (decision: Decision) => string {
  const t = useI18n();
  const { time } = useConfig();
  return ({ by, what, at = null, reason = null }) => {
    const facts = [
      what,
      ...(at === null ? [] : [time(at)]),
      ...(reason === null || reason === "" ? [] : [reason]),
    ];
    return `${by?.name ?? t("action.overtaken.itself")}: ${facts.join(" · ")}`;
  };
}
