import type { Logger } from "pino";
import type { AccountsDeps } from "../accounts-deps.ts";
import { Challenges } from "./challenges.ts";
import { tellOfPasskey } from "./notices.ts";
import { Passkeys } from "./passkeys.ts";
import type { Vault } from "../../vault/vault.ts";

type OpenDeps = Pick<
  AccountsDeps,
  "db" | "entropy" | "pepper" | "settings" | "sessions" | "contacts" | "mails"
> & { readonly vault: Vault; readonly log: Logger };

/** Passkeys whose suspension ends the sessions they opened, and is told to the player. */
export function openPasskeys(deps: OpenDeps): Passkeys {
  const { db, entropy, pepper, settings, sessions, vault, log } = deps;
  return new Passkeys({
    db,
    vault,
    entropy,
    challenges: new Challenges({ db, entropy, keys: pepper }),
    settings: settings.passkeys,
    onSuspended: async (tx, { playerId, id }) => {
      const ended = await sessions.endOfPasskey(tx, { playerId, passkeyId: id, why: "copied" });
      const mail = await tellOfPasskey(tx, deps, { playerId, event: "passkeySuspended" });
      return (locale) => {
        log.warn(
          { player: String(playerId), passkey: String(id) },
          "the counter of a passkey went back: there may be a copy of it, and it is not accepted any more",
        );
        sessions.publishEnded(ended);
        mail(locale);
      };
    },
  });
}
