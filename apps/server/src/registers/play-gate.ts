import type { IsKnown } from "../identity/identity.ts";
import type { MayPlay } from "./play-verdicts.ts";

/**
 * What stands before bets and recharges: first the house must know who plays, where the licence asks for it, since a
 * register is told a name and means a person; then the register answers. Null where neither is asked.
 */
export function playGate(isKnown: IsKnown | null, register: MayPlay | null): MayPlay | null {
  if (isKnown === null) return register;
  const asked: MayPlay = register ?? (() => "free");
  return (caller) => {
    const known = isKnown(caller.playerId);
    if (typeof known === "boolean") return known ? asked(caller) : "unproven";
    return known.then((is) => (is ? asked(caller) : "unproven"));
  };
}
