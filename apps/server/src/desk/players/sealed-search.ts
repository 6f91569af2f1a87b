import { permissionOf } from "@lotus/contract/desk";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";

/** The most players of one name that a search finds, the newest. */
const MAX_PLAYERS = 100;
/**
 * What is typed like something that is sealed is looked for as that, and so is noted even if nobody has it: an e-mail, a number of
 * nine digits and more, a wallet, a name of several words or with signs of no username. Ids of players are shorter.
 */
const LIKE_WHAT_IS_SEALED =
  /@|^[+0][\d\s().-]{7,}$|^\d(?:[\s.-]?\d){8,}$|^[\dA-Za-z]{26,}$|\p{L}\s+\p{L}|[^\p{ASCII}]/u;

type SearchDeps = Pick<DeskDeps, "db" | "auditedActions" | "services">;
type Searcher = Pick<DeskContext, "caller" | "address">;

/**
 * Players found by what is sealed: a contact, the number of a card or wallet, or their own name or parts of it. Who finds the
 * player of a contact has read it: it takes the right to reveal, and each search is in the audit log before it is answered. What
 * was typed is not, for it is personal.
 */
export async function playersKnownBy(
  { db, auditedActions, services }: SearchDeps,
  text: string,
  by: Searcher,
): Promise<readonly bigint[]> {
  if (text.trim() === "" || !permissionOf("player.reveal", by.caller.role).allowed) return [];
  const { search, found } = await sealedMatches(services, text);
  const [only] = found;
  if (only === undefined && !LIKE_WHAT_IS_SEALED.test(text.trim())) return found;
  await auditedActions.write(db, by, {
    action: "player.reveal",
    subject: only !== undefined && found.length === 1 ? `player ${only}` : "players",
    detail: { search, found: found.length },
  });
  return found;
}

async function sealedMatches(
  { accounts, wallet, identity }: Pick<DeskDeps["services"], "accounts" | "wallet" | "identity">,
  text: string,
): Promise<{ readonly search: "contact" | "name"; readonly found: readonly bigint[] }> {
  const contacts = accounts.ownersOfContact(text);
  // Numbers have digits, and no name has.
  const isNumber = /\d/u.test(text);
  const others = isNumber
    ? [wallet.addresses.ownersOf(text)]
    : [wallet.addresses.findByCardName(text, MAX_PLAYERS), identity.findByName(text, MAX_PLAYERS)];
  const found = new Set((await Promise.all([contacts, ...others])).flat());
  const search = isNumber || text.includes("@") ? "contact" : "name";
  return { search, found: [...found] };
}
