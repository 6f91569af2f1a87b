import { ROLES, type Role } from "@lotus/contract/desk";

/** Whether a stored text is a role. */
export function isRole(text: string | null): text is Role {
  return ROLES.some((role) => role === text);
}
