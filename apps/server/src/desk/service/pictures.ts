import type { ServerResponse } from "node:http";
import type { Action } from "@lotus/contract/desk";
import {
  operatorStream,
  type OperatorCaller,
  type StreamContext,
  type StreamRoute,
} from "../../http/handler.ts";
import { PICTURE_TYPE } from "../../service/service.ts";
import type { DeskDeps } from "../desk-deps.ts";

/**
 * Serves pictures at the desk: those of conversations, to operators who may read them, with one log line per session
 * and conversation; and those of banners.
 */
export function pictureStreams({ auditedActions, services }: DeskDeps): StreamRoute[] {
  const { conversations, banners } = services.service;
  return [
    route({
      path: "/desk/api/pictures/:id",
      action: "conversation.read",
      names: /^\d{1,18}$/u,
      read: async (id, context) => {
        const picture = await conversations.picture(BigInt(id));
        if (picture === null) return null;
        const subject = `player ${picture.playerId}`;
        await auditedActions.read(context, {
          action: "conversation.read",
          subject,
          detail: { pictures: true },
        });
        return picture.bytes;
      },
    }),
    route({
      path: "/desk/api/banners/pictures/:name",
      action: "banner.read",
      names: /^[0-9a-f]{32}$/u,
      read: (name) => banners.picture(name),
    }),
  ];
}

interface PictureRoute {
  readonly path: string;
  readonly action: Action;
  /** Pattern of valid names. */
  readonly names: RegExp;
  read(name: string, context: StreamContext<OperatorCaller>): Promise<Buffer | null>;
}

function route({ path, action, names, read }: PictureRoute): StreamRoute {
  return operatorStream({ path, action }, (context, request, response) => {
    const name = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
    (names.test(name) ? read(name, context) : Promise.resolve(null))
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
    "Content-Disposition": "inline; filename=picture.webp",
  });
  response.end(response.req.method === "HEAD" ? undefined : (bytes ?? undefined));
}
