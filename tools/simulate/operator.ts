import type { Reply } from "../load/client.ts";
import { Caller } from "./caller.ts";
import { oneTimeCode } from "./one-time-code.ts";
import type { World } from "./player.ts";

interface SignedIn {
  readonly token: string;
}

/** A simulated operator, who signs in with password and authenticator whenever the session has expired. */
export class Operator {
  readonly name: string;
  readonly #world: World;
  readonly #caller: Caller;
  readonly #secret: string;
  readonly #password: string;

  constructor(
    world: World,
    who: { readonly name: string; readonly password: string; readonly secret: string },
  ) {
    this.name = who.name;
    this.#world = world;
    this.#secret = who.secret;
    this.#password = who.password;
    this.#caller = new Caller(world.client, world.tally, {
      address: "10.9.0.1",
      renew: () => this.#signIn(),
    });
  }

  /** Signs in. */
  async begin(): Promise<void> {
    this.#caller.token = await this.#signIn();
    if (this.#caller.token === undefined) throw new Error(`${this.name} was not let in`);
  }

  /** Makes a read of the desk. */
  read<Data>(path: string): Promise<Reply<Data>> {
    return this.#caller.ask<Data>("read at the desk", { path });
  }

  /** Makes a change, sometimes with a double click. */
  change<Data = unknown>(action: string, path: string, body?: object, twice = false): Promise<Reply<Data>> {
    return this.#caller.change<Data>(
      action,
      { method: "POST", path, ...(body === undefined ? {} : { body }) },
      twice,
    );
  }

  async #signIn(): Promise<string | undefined> {
    const { tally, client } = this.#world;
    const { code, data } = await client.send<SignedIn>({
      path: "/desk/api/session/signIn",
      body: { name: this.name, password: this.#password, code: oneTimeCode(this.#secret, this.#world.now()) },
      timeoutMs: 60_000,
    });
    tally.add("sign in to the desk", code);
    return code === 0 ? data.token : undefined;
  }
}
