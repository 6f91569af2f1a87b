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

/** Everything both sides know of one call. Keys of body and query are spelled as on the wire (snake_case). */
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
  /** The refusals this call may answer beyond the general ones; another does not compile in its handler. */
  readonly refusals: readonly RefusalName[];
  /** Takes `Idempotency-Key`: the same key with the same body replays the first accepted reply. */
  readonly idempotent?: boolean;
  /** Signed over the bytes of its body: the handler gets them, and the signature of the headers. */
  readonly signed?: boolean;
  /** Reads much: a caller has one of them in work at a time, and they leave the database free for the rest. */
  readonly heavy?: boolean;
  /** Largest body in bytes; 32 KB unless said. */
  readonly bodyLimitBytes?: number;
  /** Most values in its body, counted by commas and opening brackets; 4,000 unless said. */
  readonly bodyMaxValues?: number;
  /** What a body takes of the call's rate, before anything in it was checked; one unless said. */
  readonly tokens?: (body: unknown) => number;
}

/** States a call of the contract, keeping its exact types. */
export function defineCall<const Spec extends CallSpec>(spec: Spec): Spec {
  return spec;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** What the server's handler receives of a call, parsed. */
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
