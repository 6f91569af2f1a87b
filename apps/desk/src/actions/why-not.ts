import { permissionOf, ruleOf, type Action, type PlayerState, type Role } from "@lotus/contract/desk";
import { useDesk } from "../shell/desk.ts";
import { useI18n, type WordValues } from "../i18n/use-i18n.ts";
import type { WordKey } from "../i18n/i18n.ts";

type I18n = (key: WordKey, values?: WordValues) => string;

/** Why an action is unavailable, in the reader's language; undefined if it is available. */
export function whyNot(
  t: I18n,
  action: Action,
  role: Role | undefined,
  {
    state,
    playerState,
  }: { readonly state?: string | undefined; readonly playerState?: PlayerState | undefined } = {},
): string | undefined {
  if (role === undefined) return t("action.refused.signedOut");
  const permission = permissionOf(action, role, state, playerState);
  if (permission.allowed) return undefined;
  if (permission.why === "role") {
    const roles = ruleOf(action).roles.map((each) => t(`role.${each}`));
    return t("action.refused.role", { roles: roles.join(", ") });
  }
  if (permission.why === "player" && playerState !== undefined)
    return t(playerState === "locked" ? "action.refused.playerLocked" : "action.refused.playerClosed");
  return t("action.refused.state");
}

/** Whether the operator's role has an action at all; menus and tabs depend on it. */
export function useMay(): (action: Action) => boolean {
  const desk = useDesk();
  return (action) => {
    const role = desk.role();
    return role !== undefined && permissionOf(action, role).allowed;
  };
}

/** whyNot for the signed-in operator. */
export function useWhyNot(action: Action, state?: string, playerState?: PlayerState): string | undefined {
  const t = useI18n();
  const desk = useDesk();
  return whyNot(t, action, desk.role(), { state, playerState });
}
