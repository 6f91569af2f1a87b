import { CODES, type CallData, type CallInput, type CallSpec, type CodeName } from "@lotus/contract";
import { ApiError } from "./api-error.ts";
import { Freshness } from "./freshness.ts";
import { exchange, requestHeaders, type Reply } from "./exchange.ts";
import { newIdempotencyKey, randomShare } from "./idempotency-key.ts";
import { wait } from "./stream/wait.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Overrides the default timeout: uploading an image takes longer. */
  readonly timeoutMs?: number;
  /** Key of the attempt this request belongs to; generated for idempotent calls if absent. */
  readonly idempotencyKey?: string | undefined;
  /** The key of an earlier write: this call asks what came of it, once and for all. */
  readonly outcomeOf?: string;
  /** An earlier try under this key had no clear answer, so that a refusal of this one says nothing of it. */
  readonly again?: boolean;
  /** No message for a refusal that is not final: the caller asks for the outcome first. */
  readonly settles?: boolean;
  /** No message for HTTP and network failures: the screen shows them itself. */
  readonly hideErrors?: boolean;
  /** Refusals that the screen shows in place (beside a field), so that no message repeats them. */
  readonly shownInPlace?: readonly CodeName[];
}

/** Makes a call without a token. Resolves to its `data`, or to undefined if its own credential has expired too. */
export type CallWithoutToken = <C extends CallSpec>(
  call: C,
  input: CallInput<C>,
) => Promise<CallData<C> | undefined>;

/** What to do when the server reports that a token has expired. */
export interface TokenRenewal {
  /** Forgets a token that was refused. */
  readonly drop: (used: string) => void;
  /** Gets a new token with `ask`; false if none is available. Never runs concurrently. */
  readonly renew: (callWithoutToken: CallWithoutToken) => Promise<boolean>;
  /** The session has ended: there is no new token, or it was refused like the previous one. */
  readonly onLost: (used: string) => void;
}

export interface ApiClientOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly locale: () => string;
  /** The access token; empty if not logged in. */
  readonly token: () => string;
  readonly timeoutMs: () => number;
  /** The id of the last event of the stream, sent with reads; empty if there was none. */
  readonly lastEventId?: () => string;
  /** Sent with each request beside token and language. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** If absent, an expired token is a refusal like any other. */
  readonly renewal?: TokenRenewal;
  /** Called with each failure before it is thrown, and with the server's message, which may be empty. */
  readonly onFailure?: (failure: ApiError, text: string, options: CallOptions) => void;
  /** Awaited before each request. */
  readonly beforeSend?: () => Promise<void>;
  readonly newIdempotencyKey?: () => string;
}

export interface ApiClient {
  /** Makes a call of the contract. Resolves to its `data`, else throws ApiError. */
  call: <C extends CallSpec>(call: C, input: CallInput<C>, options?: CallOptions) => Promise<CallData<C>>;
}

/** How often a call with a key is sent again to servers that are busy, and the longest wait before each. */
const RETRIES = 2;
const MAX_RETRY_AFTER_MS = 2_000;

export function createApiClient(client: ApiClientOptions): ApiClient {
  const { token: currentToken, renewal, newIdempotencyKey: newKey = newIdempotencyKey } = client;

  const freshness = new Freshness();

  async function attempt<C extends CallSpec>(
    token: string,
    call: C,
    input: CallInput<C>,
    options: CallOptions,
  ): Promise<Reply> {
    const { signal, timeoutMs = client.timeoutMs() } = options;
    const headers = {
      ...client.headers?.(),
      ...(call.method === "GET" ? freshness.headersOfRead(client.lastEventId?.()) : {}),
      ...requestHeaders(client.locale(), token, options.idempotencyKey),
    };
    try {
      const sent = () => exchange(call, input, { ...client, headers, timeoutMs, signal });
      return await (call.method === "GET" ? sent() : sendWrite(freshness, options, sent));
    } catch (failure) {
      if (failure instanceof ApiError) client.onFailure?.(failure, "", options);
      throw failure;
    }
  }

  const persist: typeof attempt = (token, call, input, options) => {
    const work = () => attempt(token, call, input, options);
    return call.idempotent === true ? untilTaken(work, options.signal) : work();
  };

  /**
   * The data of a reply in the contract's type, unchecked: the server's tests check its replies against the contract.
   */
  function accept<C extends CallSpec>(reply: Reply, options: CallOptions): CallData<C> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (isAccepted(reply)) return reply.body.data as CallData<C>;
    const failure = failureOf(reply, options);
    client.onFailure?.(failure, reply.body.msg, options);
    throw failure;
  }

  const callUnauthenticated: CallWithoutToken = async (call, input) => {
    const reply = await attempt("", call, input, {});
    return isExpired(reply) ? undefined : accept<typeof call>(reply, {});
  };
  const renewOnce = singleFlight(async () => renewal?.renew(callUnauthenticated));

  return {
    async call(call, input, given = {}) {
      const options =
        call.idempotent === true ? { ...given, idempotencyKey: given.idempotencyKey ?? newKey() } : given;
      const token = currentToken();
      let reply = await persist(token, call, input, options);
      if (renewal !== undefined && isExpired(reply)) {
        renewal.drop(token);
        // Another request may have renewed the token meanwhile.
        const renewed = currentToken() !== "" || (await renewOnce()) === true;
        if (renewed) reply = await persist(currentToken(), call, input, options);
        if (!renewed || reply.body.code === CODES.TOKEN_EXPIRED) {
          if (renewed) renewal.drop(currentToken());
          renewal.onLost(token);
          throw failureOf(reply, options);
        }
      }
      return accept<typeof call>(reply, options);
    },
  };
}

/** Sends a write, and notes what came of it. */
async function sendWrite(
  freshness: Freshness,
  { idempotencyKey, outcomeOf }: CallOptions,
  sent: () => Promise<Reply>,
): Promise<Reply> {
  const written = freshness.begin(idempotencyKey ?? outcomeOf);
  let reply: Reply | undefined;
  try {
    return (reply = await sent());
  } finally {
    written(reply === undefined ? null : { mark: reply.freshness, settled: isAccepted(reply) });
  }
}

/**
 * Sends again, under the same key, what a server is too busy for or about to stop: another may take it. A server that lost
 * its database answers the same, and the try may have had its effect.
 */
async function untilTaken(work: () => Promise<Reply>, signal = new AbortController().signal): Promise<Reply> {
  for (let left = RETRIES; ; left -= 1) {
    const reply = { ...(await work()), again: left < RETRIES };
    const isBusy = reply.body.code === CODES.OVERLOADED && reply.retryAfterMs >= 0;
    if (!isBusy || left === 0) return reply;
    await wait(Math.min(MAX_RETRY_AFTER_MS, reply.retryAfterMs) * (1 + randomShare() / 2), signal);
  }
}

function isAccepted({ ok, body }: Reply): boolean {
  return ok && body.code === CODES.OK;
}

function isExpired({ ok, body }: Reply): boolean {
  return ok && body.code === CODES.TOKEN_EXPIRED;
}

function failureOf(
  { status, ok, body: { code, msg, data }, ...reply }: Reply,
  options: CallOptions,
): ApiError {
  const kind = ok ? "refusal" : "http";
  const again = reply.again === true || options.again === true;
  return new ApiError({ code, msg: msg === "" ? "error" : msg, kind, status, data, again });
}

/** Concurrent callers share the result of the current run. */
function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let flight: Promise<T> | undefined;
  return () => {
    flight ??= work().finally(() => {
      flight = undefined;
    });
    return flight;
  };
}
