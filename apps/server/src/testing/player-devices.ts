import type { CALLS, CallData } from "@lotus/contract";
import type { PlayedServer, Reply, TestPlayer } from "./played-server.ts";
import { openPushService } from "./push-service.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

/** The origin of a server whose port is any free one. */
const ORIGIN = "http://localhost:0";

/** Has something pushed to a device of a player, at an address that ends with `mark`. */
export async function subscribeDevice(
  played: PlayedServer,
  player: TestPlayer,
  mark: string,
  choice: object = { kinds: ["money"], games: [] },
): Promise<Reply> {
  const service = await openPushService();
  const { p256dh, auth } = service.subscribe();
  await service.close();
  const endpoint = `https://fcm.googleapis.com/fcm/send/${mark}`;
  return await played.post(
    "/api/user/push",
    { endpoint, p256dh, auth, amounts: false, ...choice },
    { player },
  );
}

/** Adds a passkey to a player of `PlayedServer.register`. */
export async function addPasskey(played: PlayedServer, player: TestPlayer, name: string): Promise<void> {
  const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
  const proof = { password: "a long enough one" };
  const { data: options } = await played.post<CallData<typeof CALLS.addPasskeyOptions>>(
    "/api/user/addPasskeyOptions",
    proof,
    { player },
  );
  const added = await played.post(
    "/api/user/addPasskey",
    { credential: authenticator.create(options), name },
    { player },
  );
  if (added.code !== 0) throw new Error(added.msg);
}
