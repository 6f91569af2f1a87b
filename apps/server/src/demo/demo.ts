import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { DemoAccount } from "../run.ts";

/**
 * Accounts to try the demo with: made at its first start, by the same calls a player's phone makes. Each is invited by
 * the one before, so that the first one's agent centre has a team.
 */
export const DEMO_PLAYERS = [
  { username: "minh_anh88", password: "sen-trang-thang-7", cash: "12480.50" },
  { username: "quoc_bao91", password: "ao-sen-mua-he-9", cash: "369.00" },
] as const;
const WITHDRAWAL_PASSWORD = "280915";
/** A photo of nothing: eight pixels by five. */
const PHOTO =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAFCAIAAAD38zoCAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPoWHUGK2KggwQAa3JPsaW73TkAAAAASUVORK5CYII=";
const TOO_MANY = 429;

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly token: string } | null;
}

/** Verifies the documents that an account of the demo has sent; null where play does not need it. */
export type VerifyDemo = ((playerId: bigint) => Promise<void>) | null;

/** Makes the demo's accounts where they are missing and answers what to print of them. */
export async function prepareDemo(player: FastifyInstance, verify: VerifyDemo): Promise<DemoAccount[]> {
  let inviteCode: string | undefined;
  const config = await call(player, "GET", "/api/app/config");
  // The reply of this very server, whose shape the contract fixes.
  const { protection } = config.data as unknown as { protection: { depositLimitsObligatory: boolean } };
  const limitsNeeded = protection.depositLimitsObligatory;
  for (const { username, password, cash } of DEMO_PLAYERS) {
    const free = await call(player, "GET", `/api/user/usernameFree?username=${username}`);
    // As above.
    if ((free.data as unknown as { free: boolean } | null)?.free !== true) continue;
    const registered = await call(player, "POST", "/api/user/register", {
      username,
      password,
      password_confirmation: password,
      register_device: 1,
      trans_password: WITHDRAWAL_PASSWORD,
      birth_date: "1990-12-31",
      ...(inviteCode === undefined ? {} : { invite_code: inviteCode }),
    });
    if (registered.data === null)
      throw new Error(`the demo account ${username} was refused: ${registered.msg}`);
    const { token } = registered.data;
    if (limitsNeeded) await setDepositLimits(player, token);
    const info = await call(player, "POST", "/api/user/getUserInfo", {}, token);
    // As above.
    const account = info.data as unknown as { id: string; inviteCode: string };
    if (verify !== null) {
      await sendDocuments(player, token);
      await verify(BigInt(account.id));
    }
    const order = { type: "recharge", amount: cash, channel_id: "demo" };
    const recharged = await call(player, "POST", "/api/user/makeOrder", order, token);
    if (recharged.code !== 0)
      throw new Error(`the demo recharge of ${username} was refused: ${recharged.msg}`);
    ({ inviteCode } = account);
  }
  return DEMO_PLAYERS.map(({ username, password, cash }) => ({
    username,
    password,
    note: `withdrawal password ${WITHDRAWAL_PASSWORD}, began with ${cash}`,
  }));
}

/** Where the rules want limits before the first recharge, the demo's players have set theirs. */
async function setDepositLimits(player: FastifyInstance, token: string): Promise<void> {
  for (const window of ["day", "week", "month"]) {
    const limit = { kind: "deposit", window, amount: "20000.00" };
    const set = await call(player, "POST", "/api/user/limits", limit, token);
    if (set.code !== 0) throw new Error(`a limit of the demo was refused: ${set.msg}`);
  }
}

/** Where the rules want to know who plays, the demo's players have said and shown it. */
async function sendDocuments(player: FastifyInstance, token: string): Promise<void> {
  const steps = [
    ["/api/user/identity", { real_name: "Nguyễn Văn Demo" }],
    ["/api/user/identityDocument", { kind: "passport", data: PHOTO }],
    ["/api/user/submitIdentity", {}],
  ] as const;
  for (const [url, body] of steps) {
    const { code, msg } = await call(player, "POST", url, body, token);
    if (code !== 0) throw new Error(`the identity of the demo was refused: ${msg}`);
  }
}

async function call(
  player: FastifyInstance,
  method: "GET" | "POST",
  url: string,
  body?: object,
  token?: string,
): Promise<Reply> {
  for (;;) {
    const reply = await player.inject({
      method,
      url,
      headers: { platform: "h5", language: "en-US", ...(token === undefined ? {} : { token }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    // A server that comes to others has the limits of the house to itself only after some seconds.
    if (reply.statusCode !== TOO_MANY) return reply.json<Reply>();
    await wait(1_000 * Number(reply.headers["retry-after"] ?? 1));
  }
}
