/** What guards an account. */
export interface Guards {
  readonly transPassword: boolean;
  readonly phone: boolean;
  readonly email: boolean;
}

/** How well an account is guarded: by the withdrawal password alone it is low, by one contact more medium, by both high. */
export function securityLevel({ transPassword, phone, email }: Guards): "low" | "medium" | "high" {
  const count = [transPassword, phone, email].filter(Boolean).length;
  return count === 3 ? "high" : count === 2 ? "medium" : "low";
}
