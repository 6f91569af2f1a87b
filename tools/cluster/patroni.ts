import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import type { Machine } from "./machine.ts";

/** A database of the cluster, as Patroni tells. */
export interface Member {
  readonly machine: number;
  readonly role: "leader" | "sync_standby" | "replica";
  readonly state: string;
  /** Bytes behind the primary; null where Patroni does not know. */
  readonly lag: number | null;
}

const TIMEOUT_MS = 3_000;

/** Asks the Patronis of some machines, by the certificate that operators have. */
export class PatroniClient {
  readonly #machines: readonly Machine[];
  readonly #agent: Agent;

  constructor(machines: readonly Machine[]) {
    const [first] = machines;
    if (first === undefined) throw new RangeError("a cluster without machines");
    const pem = (name: string): Buffer => readFileSync(first.fileOf(`certificates/${name}`));
    this.#machines = machines;
    this.#agent = new Agent({ ca: pem("ca.crt"), cert: pem("node.crt"), key: pem("node.key") });
  }

  /** The databases as any of the machines that answer sees them. */
  async members(): Promise<readonly Member[]> {
    for (const machine of this.#machines.filter(({ isOn }) => isOn)) {
      const reply = await this.#send(machine, "GET", "/cluster").catch(() => null);
      if (reply?.status !== 200) continue;
      // Patroni's own answer.
      const { members } = JSON.parse(reply.text) as {
        readonly members: readonly {
          name: string;
          role: Member["role"];
          state: string;
          lag?: number | string;
        }[];
      };
      return members.map(({ name, role, state, lag }) => ({
        machine: Number(name.replace("lotus", "")),
        role,
        state,
        lag: typeof lag === "number" ? lag : null,
      }));
    }
    return [];
  }

  /** The machine whose Patroni itself says that it is primary, or null where none does. */
  async primary(): Promise<number | null> {
    const found = await Promise.all(
      this.#machines
        .filter(({ isOn }) => isOn)
        .map(async (machine) => {
          const reply = await this.#send(machine, "GET", "/primary").catch(() => null);
          return reply?.status === 200 ? [machine.number] : [];
        }),
    );
    return found.flat()[0] ?? null;
  }

  /** Has a standby take over in order; resolves with Patroni's words. */
  async switchover(from: number, to: number): Promise<string> {
    const machine = this.#machines.find(({ number }) => number === from);
    if (machine === undefined) throw new RangeError(`no machine ${from}`);
    const body = JSON.stringify({ leader: `lotus${from}`, candidate: `lotus${to}` });
    const { status, text } = await this.#send(machine, "POST", "/switchover", body, 60_000);
    if (status !== 200) throw new Error(`the switchover was refused: ${text}`);
    return text;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    machine: Machine,
    method: string,
    path: string,
    body = "",
    timeoutMs = TIMEOUT_MS,
  ): Promise<{ readonly status: number; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: machine.address,
          port: Number(machine.setting("PATRONI_PORT")),
          agent: this.#agent,
          method,
          path,
          timeout: timeoutMs,
          headers: body === "" ? {} : { "content-type": "application/json", "content-length": body.length },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => (text += part));
          response.on("error", reject);
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("no answer")));
      sent.on("error", reject);
      sent.end(body);
    });
  }
}
