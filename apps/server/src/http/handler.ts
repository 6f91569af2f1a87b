import type {
  CallBody,
  CallData,
  CallParams,
  CallQuery,
  CallRefusal,
  CallSpec,
} from "@lotus/contract";
import type { Logger } from "pino";

/** Who makes a call: the player behind a valid access token. */
export interface Caller {
  readonly playerId: bigint;
  /** The session (family of tokens) the access token belongs to. */
  readonly familyId: string;
}

type CallerOf<C extends CallSpec> = C["auth"] extends "player"
  ? Caller
  : C["auth"] extends "optional"
    ? Caller | undefined
    : undefined;

/** What a handler is handed besides the parsed request. */
export interface CallContext<C extends CallSpec = CallSpec> {
  readonly caller: CallerOf<C>;
  /** Locale of the LANGUAGE header, already one that the house has. */
  readonly locale: string;
  /** Client address: the peer's, or a forwarded one when the peer is a trusted proxy. */
  readonly address: string;
  /** The client's stored device identifier; a hint, never trusted alone. Empty when absent. */
  readonly device: string;
  readonly userAgent: string;
  /** Present on calls that take one, when the client sent it. */
  readonly idempotencyKey: string | undefined;
  /** SHA-256 over call path, path parameters and canonical body: what a key is bound to. */
  readonly bodyHash: Uint8Array;
  readonly requestId: string;
  readonly log: Logger;
}

/** An accepted reply. */
export interface Accepted<Data> {
  readonly ok: true;
  readonly data: Data;
}

/** An expected refusal: a code that the call declares, values for its text, and data for the client. */
export interface Refused<Code extends string> {
  readonly ok: false;
  readonly code: Code;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly data?: unknown;
}

export type Answer<C extends CallSpec> = Accepted<CallData<C>> | Refused<CallRefusal<C>>;

/** The parsed parts of a request to a call. */
export interface CallRequest<C extends CallSpec> {
  readonly params: CallParams<C>;
  readonly query: CallQuery<C>;
  readonly body: CallBody<C>;
}

export type Handler<C extends CallSpec> = (
  request: CallRequest<C>,
  context: CallContext<C>,
) => Promise<Answer<C>> | Answer<C>;

/** A call with its handler, as a module hands it to the HTTP server. */
export interface BoundCall {
  readonly call: CallSpec;
  readonly handler: Handler<CallSpec>;
}

/** Binds a handler to its call. The exact types are checked here and erased for the list of routes. */
export function bind<C extends CallSpec>(call: C, handler: Handler<C>): BoundCall {
  // The HTTP server parses each request with the call's own schemas before it calls the handler.
  return { call, handler: handler as unknown as Handler<CallSpec> };
}

export function accept<Data>(data: Data): Accepted<Data> {
  return { ok: true, data };
}

export function refuse<const Code extends string>(
  code: Code,
  detail: { readonly values?: Readonly<Record<string, string | number>>; readonly data?: unknown } = {},
): Refused<Code> {
  return { ok: false, code, ...detail };
}
