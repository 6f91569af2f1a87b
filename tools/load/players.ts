import { randomBytes } from "node:crypto";
import type { LoadClient } from "./client.ts";

/** A player of a load test: an account with a token. */
export interface LoadPlayer {
  readonly username: string;
  readonly address: string;
  token: string;
  jwt: string;
}

/** The withdrawal password of each. */
export const TRANS_PASSWORD = "402815";

interface Tokens {
  readonly token: string;
  readonly jwt: string;
}

/**
 * Registers players, each from a different network, since registrations are limited per network, and recharges them by
 * the demo channel.
 */
export async function makePlayers(client: LoadClient, count: number, cash: string): Promise<LoadPlayer[]> {
  const players: LoadPlayer[] = [];
  const batch = 4;
  for (let from = 0; from < count; from += batch) {
    const some = Array.from({ length: Math.min(batch, count - from) }, (_, index) =>
      makePlayer(client, from + index, cash),
    );
    players.push(...(await Promise.all(some)));
  }
  return players;
}

async function makePlayer(client: LoadClient, index: number, cash: string): Promise<LoadPlayer> {
  const username = `load_${randomBytes(5).toString("hex")}`;
  const address = `10.${(index >> 8) & 255}.${index & 255}.1`;
  const password = `Load-${randomBytes(9).toString("base64url")}`;
  const registered = await client.send<Tokens>({
    path: "/api/user/register",
    address,
    timeoutMs: 60_000,
    body: {
      username,
      password,
      password_confirmation: password,
      register_device: 1,
      trans_password: TRANS_PASSWORD,
    },
  });
  if (registered.code !== 0) throw new Error(`registering failed: ${registered.code} ${registered.msg}`);
  const { token, jwt } = registered.data;
  const channels = await client.send<{ id: string; kind: string; max: string }[]>({
    path: "/api/user/rechargeChannels",
    token,
    address,
  });
  const demo = channels.data.find((channel) => channel.kind === "demo");
  if (demo === undefined) throw new Error("the server has no demo channel");
  const recharged = await client.send({
    path: "/api/user/makeOrder",
    token,
    address,
    body: { type: "recharge", amount: cash, channel_id: demo.id },
  });
  if (recharged.code !== 0) throw new Error(`recharging failed: ${recharged.code} ${recharged.msg}`);
  return { username, address, token, jwt };
}

/** Renews each player's tokens: a run may outlast an access token. */
export async function renewTokens(client: LoadClient, players: readonly LoadPlayer[]): Promise<void> {
  for (const player of players) {
    const { jwt, address } = player;
    const reply = await client.send<Tokens>({ path: "/api/user/refreshToken", address, body: { jwt } });
    if (reply.code !== 0) throw new Error(`a session was not renewed: ${reply.code} ${reply.msg}`);
    player.token = reply.data.token;
    player.jwt = reply.data.jwt;
  }
}
