import type { IncomingHttpHeaders } from "node:http";
import { matchLocale, type Locale } from "@lotus/locales";
import type { Logger } from "pino";
import { hashRequest } from "./body-hash.ts";
import { addressSubject } from "./client-address.ts";
import type { Told } from "../db/database.ts";
import type { AnyCaller, SignedBody, StreamContext } from "./handler.ts";

const MAX_USER_AGENT = 200;
const knownLocales = new Map<string, Locale | undefined>();
const MAX_KNOWN_LOCALES = 200;

export interface RequestFacts {
  readonly headers: IncomingHttpHeaders;
  /** As `clientAddress` gives it. */
  readonly address: string;
  readonly requestId: string;
  readonly log: Logger;
  readonly fallbackLocale: Locale;
  /** Whether the client uses TLS, as a trusted proxy reports. */
  readonly tls: boolean;
}

/** The context of one request, as handlers see it. Its fields are computed when they are first read. */
export class RequestContext implements StreamContext<AnyCaller | undefined> {
  readonly startedAt = performance.now();
  readonly requestId: string;
  readonly address: string;
  readonly tls: boolean;
  caller: AnyCaller | undefined;
  /** Name of the call in logs and metrics: its path as the contract writes it. */
  call = "unknown";
  /** The player that a call without a token is about, set by its handler. */
  about: bigint | undefined;
  /** The mark of what this request wrote, sent with its reply. */
  freshness: string | undefined;
  /** The bytes of the body, for signed calls only. */
  signedBytes: Uint8Array | undefined;
  readonly #headers: IncomingHttpHeaders;
  readonly #fallbackLocale: Locale;
  readonly #log: Logger;
  #ownLog: Logger | undefined;
  #hash: Uint8Array | undefined;
  #hashed: { readonly params: unknown; readonly body: unknown } = { params: undefined, body: undefined };

  constructor(parts: RequestFacts) {
    this.requestId = parts.requestId;
    this.address = parts.address;
    this.tls = parts.tls;
    this.#headers = parts.headers;
    this.#fallbackLocale = parts.fallbackLocale;
    this.#log = parts.log;
  }

  get locale(): Locale {
    return readLocale(this.#headers["language"]) ?? this.#fallbackLocale;
  }

  get device(): string {
    const device = this.#headers["device"];
    return typeof device === "string" && /^[\w-]{8,64}$/u.test(device) ? device : "";
  }

  get userAgent(): string {
    return (this.#headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT);
  }

  get token(): string {
    const token = this.#headers["token"];
    return typeof token === "string" ? token : "";
  }

  get acceptEncoding(): string {
    const accepted = this.#headers["accept-encoding"];
    return typeof accepted === "string" ? accepted : "";
  }

  get told(): Told {
    const { freshness, "last-event-id": event } = this.#headers;
    return {
      freshness: typeof freshness === "string" ? freshness : undefined,
      lastEventId: typeof event === "string" ? event : undefined,
    };
  }

  get idempotencyKey(): string | undefined {
    const key = this.#headers["idempotency-key"];
    return typeof key === "string" ? key : undefined;
  }

  get signed(): SignedBody | undefined {
    if (this.signedBytes === undefined) return undefined;
    const header = (name: string): string => {
      const value = this.#headers[name];
      return typeof value === "string" ? value : "";
    };
    return {
      body: this.signedBytes,
      timestamp: header("x-notice-timestamp"),
      signature: header("x-notice-signature"),
    };
  }

  /** The subject of limits per caller: an account, else an address as it is counted. */
  get asker(): string {
    const { caller } = this;
    if (caller === undefined) return addressSubject(this.address);
    return "playerId" in caller ? `player ${caller.playerId}` : `operator ${caller.operatorId}`;
  }

  get bodyHash(): Uint8Array {
    this.#hash ??= hashRequest(this.call, this.#hashed.params, this.#hashed.body);
    return this.#hash;
  }

  get log(): Logger {
    this.#ownLog ??= this.#log.child({ requestId: this.requestId });
    return this.#ownLog;
  }

  concerns(playerId: bigint): void {
    this.about = playerId;
  }

  /** Sets the parts that the hash of this request covers. */
  hashOver(parts: { readonly params: unknown; readonly body: unknown }): void {
    this.#hashed = parts;
  }
}

/** The locale of a LANGUAGE header, cached: browsers send the same few again and again. */
function readLocale(header: string | string[] | undefined): Locale | undefined {
  if (typeof header !== "string" || header.length > 35) return undefined;
  if (knownLocales.has(header)) return knownLocales.get(header);
  const locale = matchLocale(header);
  if (knownLocales.size < MAX_KNOWN_LOCALES) knownLocales.set(header, locale);
  return locale;
}
