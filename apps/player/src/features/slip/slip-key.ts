/** Storage key of a game's bet state on this device, per player. */
export function slipKey(gameCode: string, player: string): string {
  return `${PREFIX}${gameCode}${player === "" ? "" : `.${player}`}`;
}

const PREFIX = "lotus.slip.";

/** Whether a stored value is a slip that was sent and never answered, of whichever player. */
export function isUnansweredSlip(key: string, stored: string | null): boolean {
  return key.startsWith(PREFIX) && stored?.includes('"attempt":{') === true;
}

/** The game in which a slip of the player was sent and never answered, or null. */
export function unansweredGame(storage: Storage, player: string): string | null {
  try {
    for (let at = 0; at < storage.length; at += 1) {
      const key = storage.key(at) ?? "";
      const [gameCode = ""] = key.slice(PREFIX.length).split(".");
      if (key !== slipKey(gameCode, player)) continue;
      const stored: unknown = JSON.parse(storage.getItem(key) ?? "null");
      if (hasAttempt(stored)) return gameCode;
    }
  } catch {
    // If the storage is refused or holds foreign data, there is no slip.
  }
  return null;
}

function hasAttempt(stored: unknown): boolean {
  const state: unknown =
    typeof stored === "object" && stored !== null && "state" in stored ? stored.state : null;
  return typeof state === "object" && state !== null && "attempt" in state && state.attempt !== null;
}
