import type * as z from "zod/mini";
import type { RefusalName } from "./codes.ts";

/**
 * Who may make a call: anyone, a logged-in player (header `Token`), or at the desk a signed-in operator (the same
 * header). `optional` reads a player's token if there is one.
 */
export type CallAuth = "public" | "player" | "optional" | "operator";

/**
 * Which rate limit guards a call. `entry` is for passwords (few tries, growing delay), `bets` is 50 lines of slips a
 * second with a burst of 500 per account, `money` for orders of money, `read` for the rest.
 */
export type RateClass = "entry" | "bets" | "money" | "read";

type Schema = z.ZodMiniType;

/**
 * Specification of a call, shared by client and server. Keys of body and query are spelled as on the wire (snake_case).
 */
export interface CallSpec {
  readonly method: "GET" | "POST";
  /** Path with `:name` parameters, as `/api/lottery/current/:gameCode`. */
  readonly path: string;
  readonly summary: string;
  readonly auth: CallAuth;
  readonly rate: RateClass;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Shape of `data` in an accepted reply. */
  readonly data: Schema;
  /** The refusals this call may return besides the general ones; its handler compiles with no other. */
  readonly refusals: readonly RefusalName[];
  /** Accepts `Idempotency-Key`: the same key with the same body replays the first accepted reply. */
  readonly idempotent?: boolean;
  /** The sender signs the bytes of the body: the handler gets them and the signature headers. */
  readonly signed?: boolean;
  /** Expensive read: one at a time per caller, on a separate database pool. */
  readonly heavy?: boolean;
  /** Largest body in bytes; default 32 KB. */
  readonly bodyLimitBytes?: number;
  /** Largest number of values in the body, counted by commas and opening brackets; default 4,000. */
  readonly bodyMaxValues?: number;
  /** Number of rate-limit tokens that a body takes, before it is validated; default one. */
  readonly tokens?: (body: unknown) => number;
}

/** Defines a call of the contract with its exact types. */
export function defineCall<const Spec extends CallSpec>(spec: Spec): Spec {
  return spec;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** A call's input as its handler receives it, parsed. */
export type CallParams<C extends CallSpec> = OutputOf<C["params"]>;
export type CallQuery<C extends CallSpec> = OutputOf<C["query"]>;
export type CallBody<C extends CallSpec> = OutputOf<C["body"]>;
/** What the client sends as body. */
export type CallBodyInput<C extends CallSpec> = InputOf<C["body"]>;
export type CallParamsInput<C extends CallSpec> = InputOf<C["params"]>;
export type CallQueryInput<C extends CallSpec> = InputOf<C["query"]>;
/** The `data` of an accepted reply. */
export type CallData<C extends CallSpec> = z.output<C["data"]>;
/** The refusals a call declares. */
export type CallRefusal<C extends CallSpec> = C["refusals"][number];

/** Every JSON reply: `code` 0 and `data`, or a nonzero code with `msg` in the language of the LANGUAGE header. */
export interface Envelope<Data = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}
