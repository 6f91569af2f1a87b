/** Storage key of a game's bet state on this device, per player. */
export function slipKey(gameCode: string, player: string): string {
  return `${PREFIX}${gameCode}${player === "" ? "" : `.${player}`}`;
}

const PREFIX = "lotus.slip.";

/** Whether any player of this device may have a slip that was sent and never answered. */
export function isAnythingUnanswered(storage: Storage): boolean {
  try {
    return Object.keys(storage).some(
      (key) => key.startsWith(PREFIX) && storage.getItem(key)?.includes('"attempt":{') === true,
    );
  } catch {
    return false;
  }
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
