import type { ServerResponse } from "node:http";
import { CODES } from "@lotus/contract";
import type { StreamContext, StreamRoute } from "../http/handler.ts";
import { readPublicPicture } from "./pictures.ts";
import { PICTURE_TYPE } from "../http/remake-picture.ts";
import type { ServiceDeps } from "./service-deps.ts";

/** May be a receipt with a name and an account, so browsers must not cache it. */
const PRIVATE = "no-store";
const PUBLIC = "public, max-age=31536000, immutable";

/** Serves pictures: those of a conversation only to its player, those of banners to anyone. */
export function pictureStreams({ db, pictures, translate, localeOf }: ServiceDeps): StreamRoute[] {
  const route = (
    path: string,
    auth: "player" | "public",
    { cache, read }: { cache: string; read: (id: string, context: StreamContext) => Promise<Buffer | null> },
  ): StreamRoute => ({
    path,
    access: { auth },
    open: (context, request, response) => {
      const id = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
      read(id, context).then(
        (bytes) => (bytes === null ? notFound(response, context) : send(response, bytes, cache)),
        (error: unknown) => {
          context.log.error({ err: error }, "a picture could not be read");
          response.destroy();
        },
      );
    },
  });

  function notFound(response: ServerResponse, { locale }: StreamContext): void {
    const msg = translate(localeOf(locale), "codes.NOT_FOUND");
    response.writeHead(404, { "Content-Type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ code: CODES.NOT_FOUND, msg, data: null }));
  }

  return [
    route("/api/service/pictures/:id", "player", {
      cache: PRIVATE,
      read: (id, { caller }) =>
        caller === undefined || !/^\d{1,18}$/u.test(id)
          ? Promise.resolve(null)
          : pictures.readForPlayer(BigInt(id), caller.playerId),
    }),
    route("/api/app/pictures/:id", "public", {
      cache: PUBLIC,
      read: (id) => (/^[0-9a-f]{32}$/u.test(id) ? readPublicPicture(db, id) : Promise.resolve(null)),
    }),
  ];
}

/** The API's headers, including nosniff, are already set; only the caching differs. */
function send(response: ServerResponse, bytes: Buffer, cache: string): void {
  response.writeHead(200, {
    "Content-Type": PICTURE_TYPE,
    "Content-Length": bytes.length,
    "Content-Disposition": "inline; filename=picture.webp",
    "Cache-Control": cache,
  });
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}
