import { CODES } from "@lotus/contract";
import { Freshness } from "@lotus/client";
import type { Invocation, Recorder, Step } from "../histories/history.ts";
import { type ApiRequest, type LoadClient, NoAnswer, type Reply } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";
import { pause } from "./server-process.ts";

/** Something that moves money, under a key of its own. */
export interface Write<Data> {
  readonly player: LoadPlayer;
  readonly key: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: () => Readonly<Record<string, string>>;
  /** How long to wait before it is sent again, where that is not as usual. */
  readonly againMs?: number;
  /** How long an answer is waited for, where that is not as usual. */
  readonly timeoutMs?: number;
  /** Shown to people: "bet 1.37". */
  readonly what: string;
  /** What it does to the lists of its player. */
  readonly steps: readonly Step[];
  readonly accepted?: (data: Data) => void;
  readonly refused?: (code: number) => void;
}

const TIMEOUT_MS = 5_000;
/** How long a client waits before it sends the same call again. */
const AGAIN_MS = 250;
/** These refuse a request for a reason that has nothing to do with it: the same key may be sent again. */
const NOT_FINAL: ReadonlySet<number> = new Set([CODES.TOKEN_EXPIRED, CODES.SESSION_ENDED]);

/**
 * The clients of some players, as docs/api.md asks of one: a call without a clear answer stays open and is sent again under
 * its key; a refusal of a second try is settled; reads say what their player was told. What they do is recorded.
 */
export class Clients {
  /** Calls whose outcome is open, by key: what sends each again. */
  readonly open = new Map<string, () => Promise<void>>();
  /** Count of replies by HTTP status and code, or by how there was none. */
  readonly answers = new Map<string, number>();
  readonly #client: LoadClient;
  readonly #recorder: Recorder | undefined;
  readonly #againMs: number;
  readonly #told = new Map<LoadPlayer, Freshness>();
  #isPatient = true;

  constructor(client: LoadClient, recorder?: Recorder, againMs = AGAIN_MS) {
    [this.#client, this.#recorder, this.#againMs] = [client, recorder, againMs];
  }

  /** While they are patient, a call is sent again and again until it is final; else it stays open. */
  set isPatient(patient: boolean) {
    this.#isPatient = patient;
  }

  /** Sends it until it is final, or the clients are patient no more: then it is left in `open`. */
  async write<Data>(write: Write<Data>): Promise<void> {
    const invocation = this.#recorder?.invoke(write.player.username, write.what, write.steps);
    let tries = 0;
    const send = async (): Promise<void> => {
      tries += 1;
      const reply = await this.#try<Data>(write);
      if (reply?.status !== 200 || NOT_FINAL.has(reply.code)) return;
      if (reply.code === CODES.OK) this.#end(write, invocation, reply.data);
      else if (tries === 1) this.#refuse(write, invocation, reply.code);
      else await this.#settle(write, invocation, reply.code);
    };
    this.open.set(write.key, send);
    for (;;) {
      await send();
      if (!this.open.has(write.key) || !this.#isPatient) return;
      await pause(write.againMs ?? this.#againMs);
    }
  }

  /** Sends every open call again; how many there were. */
  async askAgain(): Promise<number> {
    const open = [...this.open.values()];
    for (const send of open) await send();
    return open.length;
  }

  /** The data of a read, or undefined without an answer. `stepsOf` says what it saw of which lists. */
  async read<Data>(
    player: LoadPlayer,
    path: string,
    stepsOf?: (data: Data) => readonly Step[],
  ): Promise<Data | undefined> {
    const { token, address } = player;
    const invocation = stepsOf === undefined ? undefined : this.#recorder?.invoke(player.username, path, []);
    const headers = this.#freshnessOf(player).headersOfRead();
    const reply = await this.#exchange<Data>({ path, token, address, headers, timeoutMs: TIMEOUT_MS });
    if (reply?.status !== 200 || reply.code !== CODES.OK) {
      invocation?.fail();
      return undefined;
    }
    if (stepsOf !== undefined) invocation?.ok(stepsOf(reply.data));
    return reply.data;
  }

  async #try<Data>(write: Write<Data>): Promise<Reply<Data> | undefined> {
    const { path, body, key, headers, timeoutMs = TIMEOUT_MS } = write;
    const { token, address } = write.player;
    const call: ApiRequest = {
      method: "POST",
      path,
      ...(body === undefined ? {} : { body }),
      token,
      key,
      address,
      timeoutMs,
      ...(headers === undefined ? {} : { headers: headers() }),
    };
    return await this.#post<Data>(write, call, true);
  }

  /** A refusal says nothing of an earlier try, which may still come: only the outcome of the key does. */
  async #settle<Data>(write: Write<Data>, invocation: Invocation | undefined, code: number): Promise<void> {
    const { token, address } = write.player;
    const path = "/api/user/settleOutcome";
    const call: ApiRequest = { path, body: { key: write.key }, token, address, timeoutMs: TIMEOUT_MS };
    const reply = await this.#post<{ readonly state: string; readonly data: Data }>(write, call, false);
    if (reply?.status !== 200 || reply.code !== CODES.OK) return;
    if (reply.data.state === "done") this.#end(write, invocation, reply.data.data);
    else this.#refuse(write, invocation, code);
  }

  async #post<Data>(
    { player, key }: Pick<Write<unknown>, "player" | "key">,
    call: ApiRequest,
    counted: boolean,
  ): Promise<Reply<Data> | undefined> {
    const written = this.#freshnessOf(player).begin(key);
    const reply = await this.#exchange<Data>(call, counted);
    const settled = reply?.status === 200 && reply.code === CODES.OK;
    written(reply === undefined ? null : { mark: reply.freshness, settled });
    return reply;
  }

  async #exchange<Data>(call: ApiRequest, counted = false): Promise<Reply<Data> | undefined> {
    try {
      const reply = await this.#client.send<Data>(call);
      if (counted) this.#count(`${reply.status}/${reply.code}`);
      return reply;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (counted) this.#count(error.why);
      return undefined;
    }
  }

  #end<Data>(write: Write<Data>, invocation: Invocation | undefined, data: Data): void {
    this.open.delete(write.key);
    invocation?.ok();
    write.accepted?.(data);
  }

  #refuse<Data>(write: Write<Data>, invocation: Invocation | undefined, code: number): void {
    this.open.delete(write.key);
    invocation?.fail();
    write.refused?.(code);
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  #freshnessOf(player: LoadPlayer): Freshness {
    let told = this.#told.get(player);
    if (told === undefined) this.#told.set(player, (told = new Freshness()));
    return told;
  }
}
