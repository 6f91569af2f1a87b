import { loadCatalog } from "../../i18n/i18n.ts";

type Ceremony = typeof import("./ceremony.ts");

let loaded: Ceremony | undefined;

/** What talks to authenticators, with its words: loaded when a player first needs it. */
export const loadCeremony = (): Promise<Ceremony> =>
  Promise.all([import("./ceremony.ts"), loadCatalog("account")]).then(([ceremony]) => (loaded = ceremony));

/** Ends a request to an authenticator that is under way, as when its page closes. */
export function stopCeremony(): void {
  loaded?.stopCeremony();
}
