import type { Found } from "@lotus/contract/desk";

/** The page of something that was found. A bet stands among those of its player, a conversation beside the others. */
export function pathOf({ kind, id, player }: Found): string {
  if (kind === "bet") return `/players/${player?.id ?? ""}/show?bet=${id}`;
  if (kind === "conversation") return `/conversations?open=${id}`;
  return `/${kind}s/${id}/show`;
}
