/**
 * What players are told about decisions of the desk, by its action: words that are stored and shown in the reader's
 * language. Whatever else an operator writes is for colleagues.
 */
export const PLAYER_REASONS = {
  "recharge.cancel": ["notReceived", "otherAmount", "sentBack", "madeTwice", "askedByYou", "other"],
  "withdrawal.cancel": [
    "cannotBePaid",
    "otherCardName",
    "proveIdentity",
    "termsNotMet",
    "askedByYou",
    "other",
  ],
  "gift.give": ["thanks", "promotion", "makesGood", "other"],
  "period.void": ["drawFailed", "wrongOdds", "other"],
  "identity.refuse": [
    "unreadable",
    "incompletePhotos",
    "documentExpired",
    "otherDocumentName",
    "otherBirthDate",
    "other",
  ],
} as const;

/** An action of the desk whose reason players read. */
export type ToldAction = keyof typeof PLAYER_REASONS;

/** A reason that players are told. */
export type PlayerReason = (typeof PLAYER_REASONS)[ToldAction][number];

const ALL: ReadonlySet<string> = new Set(Object.values(PLAYER_REASONS).flat());

/** Whether a stored reason is of the list; others were written by people, before there was one. */
export function isPlayerReason(reason: string): reason is PlayerReason {
  return ALL.has(reason);
}

/** Whether players read the reason of an action. */
export function isToldAction(action: string): action is ToldAction {
  return Object.hasOwn(PLAYER_REASONS, action);
}

/** What a player is told of an action by a word that may not be of its list. */
export function toldReason(action: ToldAction, word: string): PlayerReason {
  return PLAYER_REASONS[action].find((reason) => reason === word.trim()) ?? "other";
}

/**
 * What is told and what is noted. Programs from before there was a list send their text as the reason: it is a note, and
 * the player is told that there was another reason.
 */
export function readReason(
  action: ToldAction,
  { reason, note = "" }: { readonly reason: string; readonly note?: string | undefined },
): { readonly told: PlayerReason; readonly note: string } {
  const told = toldReason(action, reason);
  const notes = [told === reason.trim() ? "" : reason.trim(), note.trim()];
  return { told, note: notes.filter((each) => each !== "").join("\n") };
}
