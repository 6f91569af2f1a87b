import type { CallData, CALLS } from "@lotus/contract";
import { PASSWORD, type AccountsServer, type Reply, type TestPlayer } from "./accounts-server.ts";
import {
  SoftwareAuthenticator,
  type AuthenticatorOptions,
  type Deviation,
} from "./software-authenticator.ts";

export const ORIGIN = "https://play.example";

/** Answers that no browser gives at our own page. */
export const LIES: Readonly<Record<string, Deviation>> = {
  "of another origin": { origin: "https://play.example.evil.test" },
  "of our host on another port": { origin: "https://play.example:8443" },
  "of our host without TLS": { origin: "http://play.example" },
  "of a page below our name": { origin: "https://www.play.example" },
  "for another name": { rpId: "evil.test" },
  "for the domain above ours": { rpId: "example" },
  "without the user verified": { verified: false },
  "without the user present": { present: false },
  "from within a frame of another page": { crossOrigin: true },
  "to a challenge that we never made": { challenge: Buffer.alloc(56, 7).toString("base64url") },
  "to an empty challenge": { challenge: "" },
};

type CreationOptions = CallData<typeof CALLS.addPasskeyOptions>;
type RequestOptions = CallData<typeof CALLS.passkeyLoginOptions>;

/** What a player does with passkeys, through the calls of the API. */
export class PasskeyClient {
  readonly #server: AccountsServer;

  constructor(server: AccountsServer) {
    this.#server = server;
  }

  /** What an authenticator is asked for, after the login password. */
  async creationOptions(player: Pick<TestPlayer, "token">): Promise<CreationOptions> {
    return dataOf(
      await this.#server.call("addPasskeyOptions", { password: PASSWORD }, { token: player.token }),
    );
  }

  async add(
    player: Pick<TestPlayer, "token">,
    options: Partial<AuthenticatorOptions> & { readonly name?: string } = {},
  ): Promise<{ readonly authenticator: SoftwareAuthenticator; readonly id: string; readonly reply: Reply }> {
    const { name, ...rest } = options;
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN, ...rest });
    const credential = authenticator.create(await this.creationOptions(player));
    const body = { credential, ...(name === undefined ? {} : { name }) };
    const reply = await this.#server.call("addPasskey", body, { token: player.token });
    return { authenticator, id: idOf(reply), reply };
  }

  async loginOptions(): Promise<RequestOptions> {
    return dataOf(await this.#server.call("passkeyLoginOptions"));
  }

  async logIn(
    authenticator: SoftwareAuthenticator,
    but: Deviation = {},
    from: { readonly from?: string; readonly device?: string } = {},
  ): Promise<Reply> {
    const assertion = authenticator.get(await this.loginOptions(), but);
    return await this.#server.call("passkeyLogin", { assertion }, from);
  }

  /** A proof for something in the player's session. */
  async confirm(
    player: Pick<TestPlayer, "token">,
    authenticator: SoftwareAuthenticator,
    purpose: "addPasskey" | "removePasskey" | "resetTransPwd",
  ): Promise<ReturnType<SoftwareAuthenticator["get"]>> {
    const reply = await this.#server.call("passkeyConfirmOptions", { purpose }, { token: player.token });
    return authenticator.get(dataOf<RequestOptions>(reply));
  }
}

/** Empty when the passkey was refused. */
function idOf(reply: Reply): string {
  return reply.code === 0 ? (reply.data["id"] ?? "") : "";
}

/** The data of an accepted call, whose type the caller names. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function dataOf<Data>(reply: Reply): Data {
  if (reply.code !== 0) throw new Error(`the call was refused: ${reply.code} ${reply.msg}`);
  // The reply of the call that the type is of.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply.data as unknown as Data;
}
