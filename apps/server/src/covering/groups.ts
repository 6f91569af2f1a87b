/** What a player staked in a period. */
export interface Staker {
  readonly player: bigint;
  /** Minor units. */
  readonly stake: bigint;
}

/** A branch of the invite tree, with the stakes below it. */
interface Branch {
  total: bigint;
  players: number;
  /** The largest stakers, largest first, at most as many as may be judged together. */
  top: Staker[];
}

// The players who are judged hold this share of their branch's stakes, in tenths.
const [DECIDING, TENTHS] = [9n, 10n];

/**
 * The players of each invite tree to be judged together: of every branch with at least two stakers the fewest who hold
 * nine tenths of its stakes, so that accounts with small bets neither hide a ring nor make one. A branch that needs
 * more than `most` players for that is skipped: it is a team, not a ring. Every player is the root of a branch of any
 * depth, whether they bet or not; each set of players is returned once.
 */
export function ringsOf(
  stakers: readonly Staker[],
  inviters: ReadonlyMap<bigint, bigint>,
  most: number,
): readonly (readonly bigint[])[] {
  const branches = new Map<bigint, Branch>();
  for (const staker of stakers)
    branches.set(staker.player, { total: staker.stake, players: 1, top: [staker] });
  const rings = new Map<string, readonly bigint[]>();
  // An inviter's id is lower than those of the invited, so in descending order each branch is complete when it is
  // handled.
  const ids = [...new Set([...branches.keys(), ...inviters.keys(), ...inviters.values()])].sort((a, b) =>
    a < b ? 1 : -1,
  );
  for (const id of ids) {
    const branch = branches.get(id);
    if (branch === undefined) continue;
    const ring = branch.players < 2 ? null : decidingOf(branch, most);
    if (ring !== null && ring.length > 1) rings.set(ring.join(","), ring);
    const inviter = inviters.get(id);
    if (inviter !== undefined) addTo(branches, { inviter, branch, most });
  }
  return [...rings.values()];
}

/**
 * The fewest players with nine tenths of a branch's stakes, sorted by id; null when they are more than may be judged.
 */
function decidingOf({ total, top }: Branch, most: number): readonly bigint[] | null {
  let held = 0n;
  for (const [at, { stake }] of top.slice(0, most).entries()) {
    held += stake;
    if (held * TENTHS >= total * DECIDING) {
      return top
        .slice(0, at + 1)
        .map(({ player }) => player)
        .sort((a, b) => (a < b ? -1 : 1));
    }
  }
  return null;
}

function addTo(
  branches: Map<bigint, Branch>,
  { inviter, branch, most }: { readonly inviter: bigint; readonly branch: Branch; readonly most: number },
): void {
  const above = branches.get(inviter);
  if (above === undefined) {
    branches.set(inviter, { ...branch, top: [...branch.top] });
    return;
  }
  above.total += branch.total;
  above.players += branch.players;
  above.top = [...above.top, ...branch.top].sort(byStake).slice(0, most);
}

/** Largest first; among equals the older account, so that every node chooses the same. */
function byStake(a: Staker, b: Staker): number {
  if (a.stake !== b.stake) return a.stake > b.stake ? -1 : 1;
  return a.player < b.player ? -1 : 1;
}
