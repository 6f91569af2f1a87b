import { codeName, type CodeName } from "@lotus/contract";

/** Codes of failures without a response: timeout and network error, and an abort by the caller. */
export const TRANSPORT_FAILED = 5;
export const ABORTED = 600_003;

/** The code of a response that is not the server's, such as a proxy's page. */
export const NO_ENVELOPE = -1;

export type FailureKind = "refusal" | "http" | "timeout" | "network" | "abort" | "unsupported";

/** Why a request returned no data. `code` is the body's code, or 5 / 600003 when no server responded. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: number;
  /** The code's name in the contract's registry, such as WRONG_CREDENTIALS. */
  readonly codeName: CodeName | undefined;
  readonly kind: FailureKind;
  /** HTTP status; 0 when no server responded. */
  readonly status: number;
  /** Data of a refusal, such as the new odds. */
  readonly data: unknown;
  /** An earlier try under the same key had no clear answer, and may still have its effect. */
  readonly again: boolean;

  constructor(failure: {
    code: number;
    msg: string;
    kind: FailureKind;
    status?: number;
    data?: unknown;
    again?: boolean;
  }) {
    super(failure.msg);
    this.code = failure.code;
    this.kind = failure.kind;
    this.status = failure.status ?? 0;
    this.data = failure.data;
    this.again = failure.again ?? false;
    this.codeName = this.status === 0 ? undefined : codeName(failure.code);
  }

  /** The server's message, in the language of the request. */
  get msg(): string {
    return this.message;
  }
}

/** Narrows a thrown value to an ApiError with one of the given code names. */
export function isRefusal(thrown: unknown, ...names: readonly CodeName[]): thrown is ApiError {
  return thrown instanceof ApiError && thrown.codeName !== undefined && names.includes(thrown.codeName);
}

/** Whether a request failed without a response: network error or timeout. */
export function isTransportFailure(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.code === TRANSPORT_FAILED && thrown.status === 0;
}
