import { ApiError, createApiClient, NO_ENVELOPE } from "@lotus/client";
import {
  CODES,
  codeName,
  type CallData,
  type CallInput,
  type CallSpec,
  type CodeName,
} from "@lotus/contract";
import { DeskError, noAnswer } from "./desk-error.ts";

export interface DeskClientOptions {
  readonly fetch: typeof globalThis.fetch;
  /** The session's token, empty without one. */
  readonly token: () => string;
  readonly locale: () => string;
  readonly timeoutMs: number;
  /** Message for a request without a response. */
  readonly offlineText: () => string;
  /** The desk's own message for a refusal whose usual one speaks to a player; undefined if it has none. */
  readonly ownText: (name: CodeName) => string | undefined;
}

/** Options of one request. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Identifies the click this request belongs to, so that a retry has no second effect. */
  readonly idempotencyKey?: string | undefined;
}

/** Makes a call of the desk's contract: resolves to its `data`, else throws DeskError. */
export type CallDesk = <C extends CallSpec>(
  call: C,
  input: CallInput<C>,
  options?: CallOptions,
) => Promise<CallData<C>>;

export function createDeskClient({ offlineText, ownText, ...options }: DeskClientOptions): CallDesk {
  const api = createApiClient({ ...options, timeoutMs: () => options.timeoutMs });
  return async (call, input, callOptions = {}) => {
    try {
      return await api.call(call, input, callOptions);
    } catch (failure) {
      throw failure instanceof ApiError ? deskFailure(failure, { offlineText, ownText }) : failure;
    }
  };
}

function deskFailure(
  failure: ApiError,
  { offlineText, ownText }: Pick<DeskClientOptions, "offlineText" | "ownText">,
): unknown {
  const { kind, code, message, status, again, cause } = failure;
  if (kind === "abort") return cause;
  const isAnswer = status !== 0 && code !== NO_ENVELOPE;
  return isAnswer
    ? new DeskError(code, ownTextOf(code, ownText) ?? message, statusOf(code, status), again)
    : Object.assign(noAnswer(offlineText()), { cause });
}

/** The desk's own message for a numeric code. */
export function ownTextOf(code: number, ownText: DeskClientOptions["ownText"]): string | undefined {
  const name = codeName(code);
  return name === undefined ? undefined : ownText(name);
}

/** Refusals come with HTTP 200; react-admin goes by the HTTP status, so each is given one. */
function statusOf(code: number, httpStatus: number): number {
  if (code === CODES.TOKEN_EXPIRED || code === CODES.SESSION_ENDED) return 401;
  return httpStatus >= 400 ? httpStatus : 400;
}
