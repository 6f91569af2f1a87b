/** The refusal for each reason why nothing that tempts to play reaches a player. */
export const SHIELDED = {
  excluded: "PLAYER_IS_EXCLUDED",
  break: "PLAYER_ON_BREAK",
  guarded: "PLAYER_GUARDED",
} as const;
