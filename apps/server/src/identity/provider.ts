import { type AskOutside, OutsideSilent } from "../http/outside-line.ts";
import type { OpenDocument } from "./documents.ts";
import type { Person } from "./person.ts";

/** What a provider of identities says about documents; only the desk refuses anybody. */
export type Verdict = "verified" | "refused" | "unsure";

/** Somebody who checks documents before the desk does. */
export interface IdentityProvider {
  /** Rejects with OutsideSilent if there was no answer that can be trusted. */
  check(person: Person, documents: readonly Pick<OpenDocument, "kind" | "bytes">[]): Promise<Verdict>;
}

/** The provider behind an address: it is sent person and documents, and answers with its verdict. */
export function identityProvider(ask: AskOutside): IdentityProvider {
  return {
    check: async (person, documents) => {
      const { verdict } = await ask("", {
        ...person,
        documents: documents.map(({ kind, bytes }) => ({
          kind,
          type: "image/webp",
          data: bytes.toString("base64"),
        })),
      });
      if (verdict === "verified" || verdict === "refused" || verdict === "unsure") return verdict;
      throw new OutsideSilent("invalid", "an answer without a verdict");
    },
  };
}
