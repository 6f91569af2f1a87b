import sharp from "sharp";
import type { Server } from "../app.ts";
import { decide } from "../identity/identity.ts";
import { sql } from "../db/database.ts";
import type { DeskServer } from "./desk-server.ts";
import type { TestDatabase } from "./test-database.ts";
import type { Player } from "./withdrawals.ts";

/** Shared by the tests of identities: players who tell who they are, on a server that is called over HTTP. */

/** That server. */
export interface IdentityServer {
  readonly base: TestDatabase;
  readonly app: Pick<Server, "identity">;
  // The test names the type it expects.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  post<Data>(
    path: string,
    body: object,
    options: { readonly player: Player },
  ): Promise<{ readonly code: number; readonly msg: string; readonly data: Data }>;
}

/** A picture as a phone sends it, in base64. */
export async function aPicture(): Promise<string> {
  const picture = sharp({ create: { width: 64, height: 40, channels: 3, background: "#88aacc" } });
  return (await picture.png().toBuffer()).toString("base64");
}

/** Uploads a document. */
export async function aDocument(played: IdentityServer, player: Player, kind = "passport") {
  return played.post("/api/user/identityDocument", { kind, data: await aPicture() }, { player });
}

/** Tells the name, uploads a passport and sends it for review. */
export async function send(
  played: IdentityServer,
  player: Player,
  real_name = "Nguyễn Văn An",
): Promise<void> {
  const told = await played.post("/api/user/identity", { real_name }, { player });
  const uploaded = await aDocument(played, player);
  const sent = await played.post("/api/user/submitIdentity", {}, { player });
  for (const { code, msg } of [told, uploaded, sent]) if (code !== 0) throw new Error(msg);
}

const WAITING = sql`SELECT id FROM identity_submission WHERE player_id = $1 AND outcome IS NULL`;

/** Number of what a player has sent and what waits. */
export async function waitingOf({ base }: IdentityServer, { id }: Pick<Player, "id">): Promise<bigint> {
  const [row] = await base.db.query<{ id: bigint }>(WAITING, [id]);
  if (row === undefined) throw new Error("nothing waits");
  return row.id;
}

/** Sends what `send` does to a server with a desk, and answers the number that the desk has it under. */
export async function sendAtDesk(
  { base, app, player: call }: DeskServer,
  player: Pick<Player, "id" | "token">,
): Promise<string> {
  const played: IdentityServer = {
    base,
    app,
    post: (path, body, { player: { token } }) => call("POST", path, token, body),
  };
  // Nobody logs in by the name here.
  await send(played, { ...player, username: "" });
  return String(await waitingOf(played, player));
}

/** Verifies a player as the desk does; false if it was decided already. */
export async function verify(played: IdentityServer, player: Pick<Player, "id">): Promise<boolean> {
  const submissionId = await waitingOf(played, player);
  const decision = { playerId: player.id, submissionId, operatorId: 1n, reason: "" } as const;
  return played.base.db.transaction((tx) => decide(tx, { ...decision, outcome: "verified" }));
}
