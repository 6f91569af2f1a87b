import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../../http/handler.ts";
import type { AccountsDeps } from "../../accounts-deps.ts";
import * as playersSql from "../../players.sql.ts";
import { userAgentWords } from "../../user-agent.ts";
import { CHALLENGE_MS } from "../challenges.ts";
import { tellOfPasskey } from "../notices.ts";
import { MAX_PASSKEYS } from "../passkeys.ts";
import { proveOwner } from "../prove-owner.ts";
import { providerOf } from "../providers.ts";
import { ALGORITHMS } from "../webauthn.ts";
import { base64url, descriptorOf, wirePasskey } from "../wire.ts";

const LIMIT = { values: { max: MAX_PASSKEYS } };

/** The challenge is only given to an owner who has proved it, and so proves it when it comes back. */
export function bindAddPasskeyOptions(deps: AccountsDeps): BoundCall<typeof CALLS.addPasskeyOptions> {
  const { db, passkeys, settings } = deps;
  return bind(CALLS.addPasskeyOptions, async ({ body }, { caller, locale }) => {
    if (passkeys.settings === null) return refuse("PASSKEYS_OFF");
    const refused = await proveOwner(deps, { caller, locale }, { purpose: "addPasskey", ...body });
    if (refused !== undefined) return refused;
    const own = await passkeys.list(db, caller.playerId);
    if (own.length >= MAX_PASSKEYS) return refuse("PASSKEY_LIMIT", LIMIT);
    const [player] = await db.query<{ username: string }>(playersSql.READ_PASSWORD, [caller.playerId]);
    const name = player?.username ?? "";
    return accept({
      challenge: await passkeys.issueChallenge({ purpose: "register", caller }),
      rp: { id: passkeys.settings.rpId, name: settings.title },
      user: { id: base64url(await passkeys.handleOf(db, caller.playerId)), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
      timeout: CHALLENGE_MS,
      excludeCredentials: own.map(descriptorOf),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    });
  });
}

/** Adds a passkey and tells the player, who may not have been the one. */
export function bindAddPasskey(deps: AccountsDeps): BoundCall<typeof CALLS.addPasskey> {
  const { db, passkeys, contacts } = deps;
  return bind(CALLS.addPasskey, async ({ body: { credential: wire, name } }, context) => {
    const { caller, locale, userAgent } = context;
    const { playerId } = caller;
    if (passkeys.settings === null) return refuse("PASSKEYS_OFF");
    const made = await passkeys.readNew(wire, { purpose: "register", caller });
    if (typeof made === "string") return refuse(made);
    const done = await db.transaction(async (tx) => {
      await contacts.lockPlayer(tx, playerId);
      const given = name ?? defaultName(made.aaguid, userAgent);
      const added = await passkeys.add(tx, playerId, { wire, made, name: given });
      if (typeof added === "string") return added;
      return { added, mail: await tellOfPasskey(tx, deps, { playerId, event: "passkeyAdded" }) };
    });
    if (done === "taken") return refuse("PASSKEY_TAKEN");
    if (done === "limit") return refuse("PASSKEY_LIMIT", LIMIT);
    done.mail(locale);
    return accept(wirePasskey(done.added));
  });
}

/** Who keeps it, else where it was made. */
function defaultName(aaguid: string, userAgent: string): string {
  const { browser, system } = userAgentWords(userAgent);
  const device = [system, browser].filter((word) => word !== "").join(", ");
  const names = [providerOf(aaguid), device];
  return names.find((name) => name !== "") ?? "Passkey";
}
