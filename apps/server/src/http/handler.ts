import type {
  CallBody,
  CallData,
  CallParams,
  CallQuery,
  CallRefusal,
  CallSpec,
  CALLS,
  SessionEndReason,
} from "@lotus/contract";
import type { DeskAction } from "@lotus/contract/desk";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Money } from "@lotus/money";
import type { Logger } from "pino";
import type { Told } from "../db/database.ts";
import type { Access } from "./access.ts";
import type { PreparedReply } from "./prepared-reply.ts";
import type { Caller, OperatorCaller } from "./caller.ts";

export type { Caller, OperatorCaller, AnyCaller } from "./caller.ts";

type CallerOf<C extends CallSpec> = C["auth"] extends "player"
  ? Caller
  : C["auth"] extends "operator"
    ? OperatorCaller
    : C["auth"] extends "optional"
      ? Caller | undefined
      : undefined;

/** The signed parts of a request; empty strings for missing headers. */
export interface SignedBody {
  readonly body: Uint8Array;
  readonly timestamp: string;
  readonly signature: string;
}

/** What a handler gets besides the parsed request. */
export interface CallContext<C extends CallSpec = CallSpec> {
  readonly caller: CallerOf<C>;
  /** Locale of the LANGUAGE header, resolved to one of the server's. */
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
  /** For `signed` calls: the bytes of the body, and the headers of the signature. */
  readonly signed?: SignedBody | undefined;
  /** What the client says it was told, for reads that a standby may answer. */
  readonly told: Told;
  readonly requestId: string;
  readonly log: Logger;
  /** Sets the player that a call without a token is about, for the log (such as logins). */
  concerns(playerId: bigint): void;
}

/** An accepted reply. */
export interface Accepted<Data> {
  readonly ok: true;
  readonly data: Data;
  readonly raw?: undefined;
}

/** An accepted reply with serialized JSON, sent as it is. */
export interface AcceptedRaw {
  readonly ok: true;
  readonly data?: undefined;
  /** The JSON text of `data`, or a whole reply that serves many requests. */
  readonly raw: string | PreparedReply;
}

/** Values for the text of a refusal. Amounts are passed as Money and formatted in the reader's locale. */
export type RefusalValues = Readonly<Record<string, string | number | Money>>;

/** An expected refusal: a code that the call declares, values for its text, and data for the client. */
export interface Refused<Code extends string> {
  readonly ok: false;
  readonly code: Code;
  readonly values?: RefusalValues;
  readonly data?: unknown;
}

/** The result of a handler. With a raw reply the handler guarantees that its JSON has the shape of `data`. */
export type Answer<C extends CallSpec> =
  | Accepted<CallData<C>>
  | AcceptedRaw
  | Refused<CallRefusal<C>>
  | Refused<"SESSION_ENDED">;

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

/** A call with its handler, as a module passes it to the HTTP server. */
export interface BoundCall<C extends CallSpec = CallSpec> {
  readonly call: C;
  readonly handler: Handler<CallSpec>;
  /** Recognizes bodies that the call's schema gives back as they are: they are not parsed. */
  readonly isPlain?: (body: unknown) => boolean;
}

/** Binds a handler to its call. The exact types are checked here and erased for the list of routes. */
export function bind<C extends CallSpec>(
  call: C,
  handler: Handler<C>,
  shortcuts: Pick<BoundCall, "isPlain"> = {},
): BoundCall<C> {
  // The HTTP server parses each request with the call's own schemas before it calls the handler.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-assertion
  return { call, handler: handler as unknown as Handler<CallSpec>, ...shortcuts };
}

/** The calls of a contract by name, each with its handler: one that is missing, or under another name, does not compile. */
export type BoundCalls<Contract extends object> = {
  readonly [Name in keyof Contract]: Contract[Name] extends CallSpec ? BoundCall<Contract[Name]> : never;
};

/** Handlers of some calls of the players' port, from the module that handles them. */
export type PlayerCalls<Names extends keyof typeof CALLS> = Pick<BoundCalls<typeof CALLS>, Names>;

export function accept<Data>(data: Data): Accepted<Data> {
  return { ok: true, data };
}

/**
 * Accepts with JSON that is already text: either the JSON of `data`, or a reply made once with `prepareReply` and sent
 * to everybody until something changes (the fastest way to serve a hot read).
 */
export function acceptRaw(raw: string | PreparedReply): AcceptedRaw {
  return { ok: true, raw };
}

/** Refuses because the session of a jwt has ended, with the reason; any call may use this code. */
export function refuseEnded(reason: SessionEndReason): Refused<"SESSION_ENDED"> {
  return { ok: false, code: "SESSION_ENDED", data: { reason } };
}

export function refuse<const Code extends string>(
  code: Code,
  detail: { readonly values?: RefusalValues; readonly data?: unknown } = {},
): Refused<Code> {
  return { ok: false, code, ...detail };
}

/**
 * A long-lived response, such as the stream of live events. The HTTP server checks the token and the limits as for any
 * call, sets its headers, and hands the connection over.
 */
export interface StreamRoute {
  readonly path: string;
  readonly access: Access;
  /** Takes the connection over: writes the head and everything after it, until either side closes. */
  open(context: StreamContext, request: IncomingMessage, response: ServerResponse): void;
}

/** The context of a stream: that of a call, with the caller if the token names one. */
export interface StreamContext<Who = Caller | undefined> extends Omit<CallContext, "caller"> {
  readonly caller: Who;
}

/** A streamed reply of the desk, such as a file; like every call it declares its action. */
export function operatorStream(
  { path, action }: { readonly path: string; readonly action: DeskAction },
  open: (context: StreamContext<OperatorCaller>, request: IncomingMessage, response: ServerResponse) => void,
): StreamRoute {
  // The HTTP server admits only operators to this stream.
  const access = { auth: "operator", action } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { path, access, open: open as unknown as StreamRoute["open"] };
}
