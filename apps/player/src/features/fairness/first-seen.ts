import type { CALLS, CallData } from "@lotus/contract";

type Named = CallData<typeof CALLS.fairness>;

/** What this device trusts, and whether the server still names it. */
export interface FirstSeen {
  readonly trusted: Pick<Named, "policy" | "beacon">;
  readonly hasChanged: boolean;
}

export const FIRST_SEEN_KEY = "lotus.fairness";

/**
 * What the server named when this device first asked; remembered, and trusted ever after. A storage that is full or
 * forbidden remembers nothing, so that each start is the first.
 */
export function firstSeen({ policy, beacon }: Named): FirstSeen {
  const stored = readStored();
  if (stored === null) {
    store({ policy, beacon });
    return { trusted: { policy, beacon }, hasChanged: false };
  }
  const isSame = stored.policy === policy && textOf(stored.beacon) === textOf(beacon);
  return { trusted: stored, hasChanged: !isSame };
}

function textOf({ hash, publicKey, genesis, period, scheme }: Named["beacon"]): string {
  return JSON.stringify([hash, publicKey, genesis, period, scheme]);
}

function readStored(): FirstSeen["trusted"] | null {
  try {
    const text = localStorage.getItem(FIRST_SEEN_KEY);
    // Written by `store` only.
    return text === null ? null : (JSON.parse(text) as FirstSeen["trusted"]);
  } catch {
    return null;
  }
}

function store(trusted: FirstSeen["trusted"]): void {
  try {
    localStorage.setItem(FIRST_SEEN_KEY, JSON.stringify(trusted));
  } catch {
    // Nothing is remembered.
  }
}
