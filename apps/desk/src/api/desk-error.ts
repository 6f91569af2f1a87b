import { isOutcomeKnown } from "@lotus/client";
import { codeName, type CodeName } from "@lotus/contract";

/** Code of failures without a response, distinct from the contract's codes. */
const NO_ANSWER = -1;

/** A failed call: a refusal by the server, or no response at all. `message` is for people to read. */
export class DeskError extends Error {
  readonly code: number;
  readonly codeName: CodeName | undefined;
  /** Status for react-admin: 401 and 402 end the session, other refusals are 400. */
  readonly status: number;
  /** It answers a try that followed one without a clear answer. */
  readonly again: boolean;

  constructor(code: number, message: string, status: number, again = false) {
    super(message);
    this.name = "DeskError";
    this.code = code;
    this.codeName = codeName(code);
    this.status = status;
    this.again = again;
  }

  /** Whether the request certainly had no effect. */
  isOutcomeKnown(): boolean {
    return isOutcomeKnown({ kind: "http", status: this.status, again: this.again });
  }
}

/** The server could not be reached, or the response did not come from it. */
export function noAnswer(message: string): DeskError {
  return new DeskError(NO_ANSWER, message, 503);
}

/** Whether a session is over: the operator has to sign in again. */
export function endsSession(error: unknown): boolean {
  return error instanceof DeskError && (error.code === 401 || error.code === 402);
}
