import {
  createApiClient,
  type ApiClient,
  type ApiError,
  type CallWithoutToken,
  type CallOptions,
} from "@lotus/client";
import { CALLS, CODES, sessionEndReason, type SessionEndReason } from "@lotus/contract";
import { yieldTask } from "./yield-task.ts";

/** Tokens as the client needs them; the state of the session store is one. */
export interface TokenState {
  accessToken: string;
  jwtToken: string;
  deviceId: string;
  renew: (tokens: { token: string; jwt: string }) => void;
  dropAccessToken: (used: string) => void;
  /** Drops both tokens and stores the reason for the login page. */
  dropSession: (ended: SessionEndReason) => void;
  /** The stored tokens are no longer valid: remembers it for the login page. */
  noteExpired: () => void;
}

export interface PlayerClientOptions {
  readonly fetch: typeof globalThis.fetch;
  /** As they are now. */
  readonly tokens: () => TokenState;
  readonly locale: () => string;
  readonly lastEventId?: () => string;
  readonly timeoutMs: () => number;
  /** Shows an error message. */
  readonly toast: (text: string) => void;
  /** Messages for when no server responded, in the reader's language. */
  readonly runtimeWord: (key: "runtime.network" | "runtime.error") => string;
  /** The session is lost: navigates to login. */
  readonly relaunchToLogin: () => void;
  readonly newIdempotencyKey?: () => string;
  /** Runs one task at a time across all windows of the browser. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Delay between a 402 and the navigation to login, so that its message can be read. */
export const RELAUNCH_DELAY_MS = 100;

/** The client of the players' app: failures have been shown to the player when a call throws. */
export interface PlayerClient extends ApiClient {
  /** Shows a failure that the call did not, since its outcome was asked for first. */
  tell: (failure: ApiError, options?: Pick<CallOptions, "shownInPlace">) => void;
}

export function createPlayerClient({ tokens, exclusively, ...options }: PlayerClientOptions): PlayerClient {
  const { toast, runtimeWord, relaunchToLogin } = options;

  function onFailure(failure: ApiError, text: string, given: CallOptions): void {
    const { kind, code, codeName } = failure;
    const { hideErrors, shownInPlace } = given;
    if (kind === "abort") return;
    const show = (): void =>
      toast(text === "" ? runtimeWord(failure.status === 0 ? "runtime.network" : "runtime.error") : text);
    if (kind !== "refusal") {
      if (hideErrors !== true) show();
    } else if (code === CODES.SESSION_ENDED) {
      tokens().dropSession(sessionEndReason(failure.data));
      show();
      setTimeout(relaunchToLogin, RELAUNCH_DELAY_MS);
    } else if (failure.again && given.settles === true) {
      // It is told once the outcome is known.
    } else if (codeName === undefined || shownInPlace?.includes(codeName) !== true) {
      show();
    }
  }

  /** Exchanges the jwt for new tokens. False when the session is over. */
  async function renew(ask: CallWithoutToken): Promise<boolean> {
    // Another window may have refreshed the tokens while this one waited for the lock.
    if (tokens().accessToken !== "") return true;
    const jwt = tokens().jwtToken;
    if (jwt === "") return false;
    // Another failure is thrown, and nobody sent to login for it: without a network the session may well be good.
    const fresh = await ask(CALLS.refreshToken, { body: { jwt } });
    if (fresh !== undefined) tokens().renew(fresh);
    return fresh !== undefined;
  }

  const client = createApiClient({
    ...options,
    token: () => tokens().accessToken,
    headers: () => ({ platform: "h5", Device: tokens().deviceId }),
    onFailure,
    beforeSend: yieldTask,
    renewal: {
      drop: (used) => tokens().dropAccessToken(used),
      renew: async (ask) => tokens().jwtToken !== "" && exclusively(() => renew(ask)),
      onLost: (used) => {
        // Who has never logged in has lost nothing.
        if (used !== "" || tokens().jwtToken !== "") tokens().noteExpired();
        relaunchToLogin();
      },
    },
  });
  return {
    ...client,
    tell: (failure, shown = {}) => onFailure(failure, failure.status === 0 ? "" : failure.msg, shown),
  };
}
