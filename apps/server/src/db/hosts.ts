import { Client, type ClientBase, type ClientConfig } from "pg";
import { hostsOf } from "../settings/database-url.ts";
import { DatabaseUnavailable } from "./errors.ts";

const CONNECT_MS = 5_000;

/**
 * The connection string of the host that is the primary now, for a program that connects once.
 * @throws the last host's error, or DatabaseUnavailable if none is the primary
 */
export async function findPrimary(url: string): Promise<string> {
  const hosts = new Hosts(url);
  if (!hosts.several) return url;
  return hosts.connect(async (one) => {
    const client = new Client({ connectionString: one, connectionTimeoutMillis: CONNECT_MS });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await hosts.requirePrimary(client);
      return one;
    } finally {
      void client.end().catch(() => undefined);
    }
  });
}

/** The host that new connections go to: the one where the last primary was found. */
export class Hosts {
  readonly #urls: readonly string[];
  #at = 0;

  constructor(url: string) {
    this.#urls = hostsOf(url);
  }

  /**
   * Connects by `attempt`, which checks `requirePrimary`: to each host once, the current one first.
   * @throws the last host's error
   */
  async connect<T>(attempt: (url: string) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      const url = this.current;
      try {
        return await attempt(url);
      } catch (error) {
        if (tried >= this.#urls.length) throw error;
        // Another connection that met the same may have gone on already.
        if (url === this.current) this.#at = (this.#at + 1) % this.#urls.length;
      }
    }
  }

  get current(): string {
    return this.#urls[this.#at] ?? "";
  }

  get several(): boolean {
    return this.#urls.length > 1;
  }

  /**
   * Also for a single host: it may be a proxy's, which finds out late that its primary has started again as a standby.
   * @throws DatabaseUnavailable if the client's host is not the primary
   */
  async requirePrimary(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
    if (rows[0]?.standby !== false) throw new DatabaseUnavailable("this host is a standby");
  }

  /** The class of a pool's clients, each of which connects to the host that is current when it is made. */
  get clientClass(): typeof Client {
    const current = (): string => this.current;
    return class extends Client {
      constructor(config?: string | ClientConfig) {
        super({ ...(typeof config === "object" ? config : {}), connectionString: current() });
      }
    };
  }
}
