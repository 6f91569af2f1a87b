import type { DeskServer } from "./desk-server.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

/** The origin of a desk server, whose port is any free one. */
const ORIGIN = "http://localhost:0";

/** Adds a passkey to a player of `DeskServer.enrol`. */
export async function addDeskPasskey(
  server: DeskServer,
  token: string,
): Promise<{ readonly id: string; readonly authenticator: SoftwareAuthenticator }> {
  const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
  const proof = { password: "a long enough one" };
  const { data: options } = await server.player("POST", "/api/user/addPasskeyOptions", token, proof);
  const credential = authenticator.create(options);
  const { data } = await server.player("POST", "/api/user/addPasskey", token, { credential });
  return { id: data.id, authenticator };
}

/** Logs in with a passkey of this server. */
export async function passkeyLogIn(server: DeskServer, authenticator: SoftwareAuthenticator) {
  const { data: options } = await server.player("POST", "/api/user/passkeyLoginOptions");
  const assertion = authenticator.get(options);
  return await server.player("POST", "/api/user/passkeyLogin", undefined, { assertion });
}
