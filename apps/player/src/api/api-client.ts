import {
  CODES,
  sessionEndReason,
  wireRequest,
  type CallData,
  type CallInput,
  type CallSpec,
  type CodeName,
  type Envelope,
  type SessionEndReason,
} from "@lotus/contract";
import { ApiError } from "./api-error.ts";
import { parseJson, send } from "./send.ts";

/** The token storage the client needs; the session store is one. */
export interface TokenStore {
  accessToken: () => string;
  jwt: () => string;
  deviceId: () => string;
  renew: (tokens: { token: string; jwt: string }) => void;
  dropAccessToken: (used: string) => void;
  /** Drops both tokens and stores the reason for the login page. */
  dropSession: (ended: SessionEndReason) => void;
  /** The stored tokens are no longer valid: remembers it for the login page. */
  noteExpired: () => void;
}

export interface ApiClientDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly tokens: TokenStore;
  readonly locale: () => string;
  readonly timeoutMs: () => number;
  /** Shows an error message. */
  readonly toast: (text: string) => void;
  /** Messages for when no server responded, in the reader's language. */
  readonly runtimeWord: (word: "network" | "error") => string;
  /** The session is lost: navigates to login. */
  readonly relaunchToLogin: () => void;
  readonly newIdempotencyKey: () => string;
  /** Runs one task at a time across all windows of the browser. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Overrides the default timeout: uploading an image takes longer. */
  readonly timeoutMs?: number;
  /** Idempotency key of the tap that started this request; idempotent calls without one get a new key. */
  readonly idempotencyKey?: string;
  /** Suppresses the toast for HTTP and network failures: the screen shows them itself. */
  readonly hideErrors?: boolean;
  /** Refusals the screen shows in place (beside a field), so that no toast repeats them. */
  readonly shownInPlace?: readonly CodeName[];
}

/** Delay between a 402 and the navigation to login, so that its message can be read. */
export const RELAUNCH_DELAY_MS = 100;

export interface ApiClient {
  /**
   * Sends a call of the contract. Resolves to its `data`; rejects with an ApiError that the player has already been
   * shown.
   */
  call: <C extends CallSpec>(call: C, input: CallInput<C>, options?: CallOptions) => Promise<CallData<C>>;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const refresh = singleFlight(() => refreshTokens(deps));

  async function attempt<C extends CallSpec>(
    call: C,
    input: CallInput<C>,
    options: CallOptions,
  ): Promise<{ token: string; reply: Reply }> {
    const token = deps.tokens.accessToken();
    return { token, reply: await exchange(deps, call, input, options, token) };
  }

  return {
    async call(call, input, options = {}) {
      const kept =
        call.idempotent === true
          ? { ...options, idempotencyKey: options.idempotencyKey ?? deps.newIdempotencyKey() }
          : options;
      let { token, reply } = await attempt(call, input, kept);
      if (reply.ok && reply.body.code === CODES.TOKEN_EXPIRED) {
        deps.tokens.dropAccessToken(token);
        // Another request may have renewed the token while this one was under way.
        const renewed = deps.tokens.accessToken() !== "" || (deps.tokens.jwt() !== "" && (await refresh()));
        if (renewed) ({ reply } = await attempt(call, input, kept));
        if (!renewed || reply.body.code === CODES.TOKEN_EXPIRED) {
          if (renewed) deps.tokens.dropAccessToken(deps.tokens.accessToken());
          // A visitor who never logged in has lost nothing.
          if (token !== "" || deps.tokens.jwt() !== "") deps.tokens.noteExpired();
          deps.relaunchToLogin();
          throw refusalOf(reply);
        }
      }
      // Both sides share the contract; the server's tests check its responses against it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return accept(deps, reply, kept) as CallData<typeof call>;
    },
  };
}

interface Reply {
  readonly status: number;
  /** HTTP 2xx. */
  readonly ok: boolean;
  readonly body: Envelope;
}

async function exchange<C extends CallSpec>(
  deps: ApiClientDeps,
  call: C,
  input: CallInput<C>,
  options: CallOptions,
  token: string,
): Promise<Reply> {
  const { method, url, body } = wireRequest(call, input);
  const headers: Record<string, string> = {
    platform: "h5",
    LANGUAGE: deps.locale(),
    Device: deps.tokens.deviceId(),
  };
  if (token !== "") headers["Token"] = token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (options.idempotencyKey !== undefined) headers["Idempotency-Key"] = options.idempotencyKey;
  try {
    const init: RequestInit = { method, headers, ...(body !== undefined && { body }) };
    const reply = await send({
      fetch: deps.fetch,
      url,
      init,
      timeoutMs: options.timeoutMs ?? deps.timeoutMs(),
      signal: options.signal,
    });
    return { status: reply.status, ok: reply.ok, body: readEnvelope(reply.text) };
  } catch (failure) {
    if (failure instanceof ApiError && failure.kind !== "abort" && options.hideErrors !== true)
      deps.toast(deps.runtimeWord("network"));
    throw failure;
  }
}

/** The envelope of a body; anything else (such as a proxy's page) is a failure without a message. */
function readEnvelope(text: string): Envelope {
  const body = parseJson(text);
  if (typeof body === "object" && body !== null && "code" in body && typeof body.code === "number") {
    const msg = "msg" in body && typeof body.msg === "string" ? body.msg : "";
    return { code: body.code, msg, data: "data" in body ? body.data : undefined };
  }
  return { code: -1, msg: "", data: undefined };
}

function accept(deps: ApiClientDeps, reply: Reply, options: CallOptions): unknown {
  if (reply.ok && reply.body.code === CODES.OK) return reply.body.data;
  const error = refusalOf(reply);
  const text = reply.body.msg === "" ? deps.runtimeWord("error") : reply.body.msg;
  if (!reply.ok) {
    if (options.hideErrors !== true) deps.toast(text);
  } else if (reply.body.code === CODES.SESSION_ENDED) {
    deps.tokens.dropSession(sessionEndReason(reply.body.data));
    deps.toast(text);
    setTimeout(deps.relaunchToLogin, RELAUNCH_DELAY_MS);
  } else if (error.codeName === undefined || options.shownInPlace?.includes(error.codeName) !== true) {
    deps.toast(text);
  }
  throw error;
}

function refusalOf(reply: Reply): ApiError {
  const { code, msg, data } = reply.body;
  return new ApiError({
    code,
    msg: msg === "" ? "error" : msg,
    kind: reply.ok ? "refusal" : "http",
    status: reply.status,
    data,
  });
}

/** Exchanges the jwt for new tokens. False when the session is over. */
async function refreshTokens(deps: ApiClientDeps): Promise<boolean> {
  return deps.exclusively(async () => {
    // Another window may have refreshed the tokens while this one waited for the lock.
    if (deps.tokens.accessToken() !== "") return true;
    const jwt = deps.tokens.jwt();
    if (jwt === "") return false;
    const headers = {
      platform: "h5",
      LANGUAGE: deps.locale(),
      Device: deps.tokens.deviceId(),
      "Content-Type": "application/json",
    };
    const init: RequestInit = { method: "POST", headers, body: JSON.stringify({ jwt }) };
    let sent;
    try {
      sent = await send({
        fetch: deps.fetch,
        url: "/api/user/refreshToken",
        init,
        timeoutMs: deps.timeoutMs(),
      });
    } catch (failure) {
      // The session may still be valid; only the network failed. That is no reason to go to login.
      deps.toast(deps.runtimeWord("network"));
      throw failure;
    }
    const reply: Reply = { ok: sent.ok, status: sent.status, body: readEnvelope(sent.text) };
    if (reply.ok && reply.body.code === CODES.TOKEN_EXPIRED) return false;
    const data = accept(deps, reply, {});
    // The response of refreshToken, per the contract.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    deps.tokens.renew(data as { token: string; jwt: string });
    return true;
  });
}

/** Concurrent callers share the result of the run under way. */
function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let flight: Promise<T> | undefined;
  return () => {
    flight ??= work().finally(() => {
      flight = undefined;
    });
    return flight;
  };
}
