import type { LoadClient, Reply } from "../load/client.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import { nextMail } from "./outbox.ts";

/** A player at home on their own phone, the target of attacks. */
export interface Victim {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Origin of a request. */
export interface Place {
  readonly address: string;
  readonly device?: string;
}

/** Where the victim plays. */
export const HOME: Place = { address: "203.0.113.9", device: "phone-of-the-victim" };

const PASSWORD = "white lotus of May";
const TRANS_PASSWORD = "402815";

/** Posts as a phone at a place would. */
export function postFrom<Data = unknown>(
  client: LoadClient,
  { address, device }: Place,
  request: { readonly path: string; readonly body: object; readonly token?: string },
): Promise<Reply<Data>> {
  const { path, body, token } = request;
  return client.send<Data>({
    path: `/api/user/${path}`,
    body,
    address,
    timeoutMs: 60_000,
    ...(token === undefined ? {} : { token }),
    ...(device === undefined ? {} : { headers: { Device: device } }),
  });
}

/** An account as the form makes it. */
export function registration(username: string, password: string): object {
  return {
    username,
    password,
    password_confirmation: password,
    register_device: 1,
    trans_password: TRANS_PASSWORD,
  };
}

/** Registers a victim, with a bound e-mail address if `withEmail`. */
export async function makeVictim(
  server: ServerUnderLoad,
  client: LoadClient,
  withEmail: boolean,
): Promise<Victim> {
  const [username, email] = ["victim_one", "victim@mail.example"];
  const body = registration(username, PASSWORD);
  const registered = await postFrom<{ token: string }>(client, HOME, { path: "register", body });
  const { token } = registered.data;
  if (withEmail) {
    const order = { email, trans_password: TRANS_PASSWORD };
    await postFrom(client, HOME, { path: "bindEmail", token, body: order });
    const link = /token=([\w-]+)/u.exec(await nextMail(server, email, 0))?.[1] ?? "";
    const confirmed = await postFrom(client, HOME, { path: "confirmEmail", body: { token: link } });
    if (confirmed.code !== 0) throw new Error(`the e-mail was not bound: ${confirmed.msg}`);
  }
  return { username, email, password: PASSWORD, token };
}
