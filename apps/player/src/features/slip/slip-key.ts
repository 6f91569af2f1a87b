/** Under which name the bet state of a game is kept on this device, for each player by themselves. */
export function slipKey(gameCode: string, player: string): string {
  return `${PREFIX}${gameCode}${player === "" ? "" : `.${player}`}`;
}

const PREFIX = "lotus.slip.";

/** The game in which a slip of the player was sent and never answered, or null. Its fate is unknown. */
export function unansweredGame(storage: Storage, player: string): string | null {
  try {
    for (let at = 0; at < storage.length; at += 1) {
      const key = storage.key(at) ?? "";
      const [gameCode = ""] = key.slice(PREFIX.length).split(".");
      if (key !== slipKey(gameCode, player)) continue;
      const kept: unknown = JSON.parse(storage.getItem(key) ?? "null");
      if (hasAttempt(kept)) return gameCode;
    }
  } catch {
    // Storage that is refused, or that something else has written to, holds no slip.
  }
  return null;
}

function hasAttempt(kept: unknown): boolean {
  const state: unknown = typeof kept === "object" && kept !== null && "state" in kept ? kept.state : null;
  return typeof state === "object" && state !== null && "attempt" in state && state.attempt !== null;
}
