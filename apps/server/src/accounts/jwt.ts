import { createHmac, timingSafeEqual } from "node:crypto";
import { parseStrictJson } from "../http/strict-json.ts";
import type { KeyRing } from "../settings/keys.ts";

/** Contents of a jwt: the family of sessions, the number of the token in it, and when it was issued (epoch seconds). */
export interface SessionClaims {
  readonly familyId: string;
  readonly generation: number;
  readonly issuedAt: number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Signs a jwt (HS256). The same claims and key always give the same text. */
export function signJwt(key: KeyRing<Uint8Array>, claims: SessionClaims): string {
  const header = encoded({ alg: "HS256", typ: "JWT", kid: String(key.version) });
  const payload = encoded({ fam: claims.familyId, gen: claims.generation, iat: claims.issuedAt });
  return `${header}.${payload}.${signature(key.current, `${header}.${payload}`).toString("base64url")}`;
}

/** Reads a jwt that this server signed; null for any other text. */
export function readJwt(key: KeyRing<Uint8Array>, jwt: string): SessionClaims | null {
  const [header, payload, given, ...rest] = jwt.split(".");
  if (header === undefined || payload === undefined || given === undefined || rest.length > 0) return null;
  const head = decoded(header);
  // Only our own algorithm is accepted, so that no token can choose a weaker one.
  if (head?.["alg"] !== "HS256") return null;
  const secret = key.of(Number(head["kid"]));
  if (secret === undefined) return null;
  const wanted = signature(secret, `${header}.${payload}`);
  const found = Buffer.from(given, "base64url");
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) return null;
  // Base64 has several spellings of the same bytes; only the canonical one is accepted.
  if (found.toString("base64url") !== given) return null;
  return claimsOf(decoded(payload));
}

function claimsOf(payload: Record<string, unknown> | null): SessionClaims | null {
  const familyId = payload?.["fam"];
  const generation = payload?.["gen"];
  const issuedAt = payload?.["iat"];
  if (typeof familyId !== "string" || !UUID.test(familyId)) return null;
  if (typeof generation !== "number" || typeof issuedAt !== "number") return null;
  return { familyId, generation, issuedAt };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decoded(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseStrictJson(Buffer.from(part, "base64url"));
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

function signature(secret: Uint8Array, text: string): Buffer {
  return createHmac("sha256", secret).update(text).digest();
}
