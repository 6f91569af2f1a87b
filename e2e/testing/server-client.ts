import { LoadClient, type Reply } from "../../tools/load/client.ts";

/** Calls a test server over HTTP, as a phone would. */
export class ServerClient {
  readonly #client: LoadClient;

  constructor(url: string, connections = 64) {
    this.#client = new LoadClient(Number(new URL(url).port), connections);
  }

  get<Data = unknown>(path: string, token?: string): Promise<Reply<Data>> {
    return this.#client.send<Data>({ path, ...(token === undefined ? {} : { token }) });
  }

  post<Data = unknown>(path: string, body: unknown, token?: string, key?: string): Promise<Reply<Data>> {
    return this.#client.send<Data>({
      method: "POST",
      path,
      body,
      timeoutMs: 60_000,
      ...(token === undefined ? {} : { token }),
      ...(key === undefined ? {} : { key }),
    });
  }

  /** Registers a player and recharges; returns the access token. */
  async newPlayer(username: string, cash: string): Promise<string> {
    const registered = await this.post<{ token: string }>("/api/user/register", {
      username,
      password: "lua-chin-vang-8",
      password_confirmation: "lua-chin-vang-8",
      register_device: 1,
      trans_password: "402815",
    });
    if (registered.code !== 0) throw new Error(`${username}: ${registered.code} ${registered.msg}`);
    const { token } = registered.data;
    const order = { type: "recharge", amount: cash, channel_id: "demo" };
    const recharged = await this.post("/api/user/makeOrder", order, token);
    if (recharged.code !== 0) throw new Error(`${username}: ${recharged.code} ${recharged.msg}`);
    return token;
  }

  close(): void {
    this.#client.close();
  }
}
