import type { IdentitySettings } from "../settings/identity-settings.ts";
import type { OpenDocument } from "./documents.ts";
import type { Person } from "./person.ts";

/** What a provider of identities says about documents; only the desk refuses anybody. */
export type Verdict = "verified" | "refused" | "unsure";

/** Somebody who checks documents before the desk does. */
export interface IdentityProvider {
  /** @throws Error when there is no answer in time, or none that can be believed */
  check(person: Person, documents: readonly Pick<OpenDocument, "kind" | "bytes">[]): Promise<Verdict>;
}

const TIMEOUT_MS = 2_000;
/** An answer is a few words. */
const MAX_BYTES = 4_096;

/**
 * A provider over HTTP: it is sent person and documents with a reference, and must answer in two seconds with that
 * reference and its verdict. An answer without it is of another person.
 */
export function httpProvider(
  { url, token }: NonNullable<IdentitySettings["provider"]>,
  reference: () => string,
): IdentityProvider {
  return {
    check: async (person, documents) => {
      const asked = reference();
      const reply = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify({
          reference: asked,
          ...person,
          documents: documents.map(({ kind, bytes }) => ({
            kind,
            type: "image/webp",
            data: bytes.toString("base64"),
          })),
        }),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await readShort(reply);
      if (reply.status !== 200) throw new Error(`the provider of identities answered ${reply.status}`);
      return verdictOf(text, asked);
    },
  };
}

async function readShort(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of reply.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error("the provider of identities answered too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The answer is never repeated in an error, since it may name the person. */
function verdictOf(text: string, reference: string): Verdict {
  const answer = parsed(text);
  if (typeof answer !== "object" || answer === null)
    throw new Error("the answer about an identity is no object");
  if (!("reference" in answer) || answer.reference !== reference)
    throw new Error("the answer about an identity is of another one");
  const verdict = "verdict" in answer ? answer.verdict : undefined;
  if (verdict === "verified" || verdict === "refused" || verdict === "unsure") return verdict;
  throw new Error("the answer about an identity has no verdict");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the answer about an identity is no JSON");
  }
}
