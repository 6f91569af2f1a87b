/** Dependencies of the command. */
export interface VerifyWorld {
  readonly readText: (path: string) => Promise<string>;
  readonly fetchText: (url: string) => Promise<string>;
  /** Null if there is no such file. */
  readonly fetchFile: (url: string) => Promise<Uint8Array | null>;
  /** For the witnesses. */
  readonly fetch: typeof fetch;
  readonly print: (text: string) => void;
  /** PORT, of an operator on this machine. */
  readonly port: string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** 0: valid, or rightly refunded. 1: invalid. 2: not decided yet, or nothing to verify. */
export type ExitStatus = 0 | 1 | 2;

/** There is nothing to verify, or no way to: the message says why. */
export class Unverifiable extends Error {
  override readonly name = "Unverifiable";
}
