import { isOutcomeKnown } from "@lotus/client";
import { codeName, type CodeName } from "@lotus/contract";

/** Codes of failures that no server answered, out of the way of the contract's own. */
const NO_ANSWER = -1;

/** Why a call did not go well: a refusal of the server, or no answer at all. `message` is for people to read. */
export class DeskError extends Error {
  readonly code: number;
  readonly codeName: CodeName | undefined;
  /** What react-admin looks at: 401 and 402 end the session, other refusals are 400. */
  readonly status: number;

  constructor(code: number, message: string, status: number) {
    super(message);
    this.name = "DeskError";
    this.code = code;
    this.codeName = codeName(code);
    this.status = status;
  }

  /** Whether what was asked surely was not done. */
  isOutcomeKnown(): boolean {
    return isOutcomeKnown({ kind: "http", status: this.status });
  }
}

/** The server could not be reached, or what answered was not the server. */
export function noAnswer(message: string): DeskError {
  return new DeskError(NO_ANSWER, message, 503);
}

/** Whether a session is over: the operator has to sign in again. */
export function endsSession(error: unknown): boolean {
  return error instanceof DeskError && (error.code === 401 || error.code === 402);
}
