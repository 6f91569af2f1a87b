import type { ServerResponse } from "node:http";
import { operatorStream, type StreamRoute } from "../../http/handler.ts";
import { PICTURE_TYPE } from "../../service/service.ts";
import type { DeskRoom } from "../room.ts";

/** The bytes of pictures at the desk: those of conversations, and those of banners. */
export function pictureStreams({ doors }: DeskRoom): StreamRoute[] {
  const { conversations, banners } = doors.service;
  return [
    route("/desk/api/pictures/:id", /^\d{1,18}$/u, (id) => conversations.picture(BigInt(id))),
    route("/desk/api/banners/pictures/:name", /^[0-9a-f]{32}$/u, (name) => banners.picture(name)),
  ];
}

function route(path: string, names: RegExp, read: (name: string) => Promise<Buffer | null>): StreamRoute {
  return operatorStream(path, (context, request, response) => {
    const name = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
    (names.test(name) ? read(name) : Promise.resolve(null))
      .then((bytes) => sendPicture(response, bytes))
      .catch((error: unknown) => {
        context.log.error({ err: error }, "a picture could not be read");
        response.destroy();
      });
  });
}

function sendPicture(response: ServerResponse, bytes: Buffer | null): void {
  response.writeHead(bytes === null ? 404 : 200, {
    "Content-Type": PICTURE_TYPE,
    "Content-Length": bytes?.length ?? 0,
  });
  response.end(response.req.method === "HEAD" ? undefined : (bytes ?? undefined));
}
