import type { CALLS, CallData } from "@lotus/contract";

type Named = CallData<typeof CALLS.fairness>;

/** What this device trusts, and whether the server still names it. */
export interface FirstSeen {
  readonly trusted: Pick<Named, "policy" | "beacon">;
  readonly hasChanged: boolean;
}

export const FIRST_SEEN_KEY = "lotus.fairness";

/**
 * What the server named when this device first asked; remembered, and trusted ever after. Only keys of the same log may
 * be added: the witnesses, who stay, keep any of its keys from telling another story. A storage that is full or forbidden
 * remembers nothing, so that each start is the first. `canBeUsed` tells whether a policy can: one that cannot would make
 * every later check fail.
 */
export async function firstSeen(
  { policy, beacon }: Named,
  canBeUsed: (policy: string) => Promise<boolean>,
): Promise<FirstSeen> {
  const stored = readStored();
  const named = { policy, beacon };
  if (stored === null) {
    if (await canBeUsed(policy)) store(named);
    return { trusted: named, hasChanged: false };
  }
  if (textOf(stored.beacon) !== textOf(beacon)) return { trusted: stored, hasChanged: true };
  if (stored.policy === policy) return { trusted: stored, hasChanged: false };
  if (!addsKeysOnly(stored.policy, policy) || !(await canBeUsed(policy)))
    return { trusted: stored, hasChanged: true };
  store(named);
  return { trusted: named, hasChanged: false };
}

const LOG = "log ";

/** Whether a policy is another one with more keys of the same logs, and has witnesses. */
function addsKeysOnly(known: string, named: string): boolean {
  const [before, after] = [linesOf(known), linesOf(named)];
  if (before.others !== after.others || before.others.includes("quorum none")) return false;
  const names = new Set(before.logs.map(nameOf));
  return (
    before.logs.every((line) => after.logs.includes(line)) &&
    after.logs.every((line) => names.has(nameOf(line)))
  );
}

function linesOf(policy: string): { readonly logs: readonly string[]; readonly others: string } {
  const lines = policy.split("\n");
  return {
    logs: lines.filter((line) => line.startsWith(LOG)),
    others: lines.filter((line) => !line.startsWith(LOG)).join("\n"),
  };
}

/** The name in `log <name>+<hash>+<key> <url>`; names have no plus. */
function nameOf(line: string): string {
  return line.slice(LOG.length).split("+")[0] ?? "";
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
