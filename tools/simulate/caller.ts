import { randomUUID } from "node:crypto";
import { CODES } from "@lotus/contract";
import type { ApiRequest, LoadClient, Reply } from "../load/client.ts";
import type { Tally } from "./tally.ts";

/** Codes of an expired session: a player renews the token, an operator signs in again. */
const RAN_OUT: ReadonlySet<number> = new Set([CODES.TOKEN_EXPIRED, CODES.SESSION_ENDED]);

/** A client with a session at a port of the server. */
export class Caller {
  readonly #client: LoadClient;
  readonly #tally: Tally;
  readonly #address: string;
  /** Gets a new token when the current one has expired; undefined on failure. */
  readonly #renew: () => Promise<string | undefined>;
  #renewing: Promise<void> | undefined;
  token: string | undefined;

  constructor(
    client: LoadClient,
    tally: Tally,
    who: { readonly address: string; readonly renew: () => Promise<string | undefined> },
  ) {
    this.#client = client;
    this.#tally = tally;
    this.#address = who.address;
    this.#renew = who.renew;
  }

  /** Makes a request, counted under the name of the action; renews an expired session and retries. */
  async ask<Data = unknown>(action: string, call: ApiRequest): Promise<Reply<Data>> {
    const before = this.token;
    let reply = await this.#send<Data>(call);
    if (RAN_OUT.has(reply.code) && before !== undefined) {
      await this.#renewOnce(before);
      reply = await this.#send<Data>(call);
    }
    this.#tally.add(action, reply.code, reply.status);
    return reply;
  }

  /** A change under its own key, sometimes sent twice: both must get the same answer. */
  async change<Data = unknown>(action: string, call: ApiRequest, twice = false): Promise<Reply<Data>> {
    const keyed = { ...call, key: call.key ?? randomUUID() };
    if (!twice) return await this.ask<Data>(action, keyed);
    const [first, beside] = await Promise.all([this.ask<Data>(action, keyed), this.#send<Data>(keyed)]);
    // Only the first renews an expired session.
    const second = RAN_OUT.has(beside.code) ? await this.#send<Data>(keyed) : beside;
    const same = first.code === second.code && (first.code !== 0 || textOf(first) === textOf(second));
    this.#tally.add(`${action} twice at once`, same ? 0 : -1, second.status);
    return first;
  }

  /** Several requests may find the session expired at once: they share one renewal, as a one-time code works once. */
  async #renewOnce(old: string): Promise<void> {
    if (this.token !== old && this.#renewing === undefined) return;
    this.#renewing ??= this.#takeNewToken().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #takeNewToken(): Promise<void> {
    this.token = await this.#renew();
  }

  #send<Data>(call: ApiRequest): Promise<Reply<Data>> {
    return this.#client.send<Data>({
      timeoutMs: 60_000,
      address: this.#address,
      ...(this.token === undefined ? {} : { token: this.token }),
      ...call,
    });
  }
}

/** The reply as text, for comparison with another. */
function textOf({ data }: Reply): string {
  return JSON.stringify(data);
}
