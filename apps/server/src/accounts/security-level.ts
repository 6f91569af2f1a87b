/** What protects an account. */
export interface Guards {
  readonly transPassword: boolean;
  readonly phone: boolean;
  readonly email: boolean;
}

/**
 * Protection of an account: low with the withdrawal password alone, medium with one contact as well, high with both.
 */
export function securityLevel({ transPassword, phone, email }: Guards): "low" | "medium" | "high" {
  const count = [transPassword, phone, email].filter(Boolean).length;
  return count === 3 ? "high" : count === 2 ? "medium" : "low";
}
