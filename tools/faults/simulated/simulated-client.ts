import { NO_ENVELOPE, readEnvelope, requestHeaders } from "@lotus/client";
import { type ApiRequest, LoadClient, NoAnswer, type Reply, type Silence } from "../../load/client.ts";
import type { SimulatedServer } from "./simulated-server.ts";
import type { Machine, World } from "./world.ts";

/** How the network between players and servers is. */
export interface PublicNetwork {
  /** How long a request or a reply is under way (ms). */
  publicLatencyMs(): number;
  /** Whether a request or a reply is lost. */
  loses(): boolean;
}

const USUAL_TIMEOUT_MS = 10_000;

/** The players' client: its requests go to any of the servers, as by a proxy in front of them. */
export class SimulatedClient extends LoadClient {
  readonly #world: World;
  readonly #machine: Machine;
  readonly #servers: () => readonly SimulatedServer[];
  readonly #network: PublicNetwork;

  constructor(options: {
    readonly world: World;
    /** The machine of the players. */
    readonly machine: Machine;
    readonly servers: () => readonly SimulatedServer[];
    readonly network: PublicNetwork;
  }) {
    super(0, 1);
    [this.#world, this.#machine] = [options.world, options.machine];
    [this.#servers, this.#network] = [options.servers, options.network];
  }

  override send<Data = unknown>(call: ApiRequest): Promise<Reply<Data>> {
    const world = this.#world;
    const server = world.pick(this.#servers());
    return new Promise((resolve, reject) => {
      const fail = (message: string, why: Silence): void => {
        clearTimeout(timer);
        unhear();
        reject(new NoAnswer(message, why));
      };
      const back = (run: () => void): void => {
        if (!this.#network.loses()) world.after(this.#network.publicLatencyMs(), this.#machine, run);
      };
      const timer = setTimeout(() => fail("timeout", "timeout"), call.timeoutMs ?? USUAL_TIMEOUT_MS);
      const unhear = server.machine.onDeath(() => back(() => fail("the connection broke", "no connection")));
      if (!server.isUp) return back(() => fail("refused", "no connection"));
      if (this.#network.loses()) return;
      world.after(this.#network.publicLatencyMs(), server.machine, () => {
        this.#inject<Data>(server, call).then(
          (reply) =>
            back(() => {
              clearTimeout(timer);
              unhear();
              resolve(reply);
            }),
          (error: unknown) => back(() => fail(String(error), "no envelope")),
        );
      });
    });
  }

  async #inject<Data>({ server }: SimulatedServer, call: ApiRequest): Promise<Reply<Data>> {
    if (server === undefined) throw new Error("the server is not up any more");
    const reply = await server.player.inject({
      method: call.method ?? (call.body === undefined ? "GET" : "POST"),
      url: call.path,
      headers: {
        platform: "h5",
        ...requestHeaders("en-US", call.token, call.key),
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...(call.address === undefined ? {} : { "x-forwarded-for": call.address }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
    });
    const envelope = readEnvelope(reply.body);
    if (envelope.code === NO_ENVELOPE) throw new Error(`status ${reply.statusCode} without an envelope`);
    const mark = reply.headers["freshness"];
    // The caller knows the reply's shape.
    return {
      ...(envelope as Omit<Reply<Data>, "status" | "freshness">),
      status: reply.statusCode,
      freshness: typeof mark === "string" ? mark : null,
    };
  }
}
