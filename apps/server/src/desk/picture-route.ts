import type { ServerResponse } from "node:http";
import type { Action } from "@lotus/contract/desk";
import {
  operatorStream,
  type OperatorCaller,
  type StreamContext,
  type StreamRoute,
} from "../http/handler.ts";
import { PICTURE_TYPE } from "../http/remake-picture.ts";

/** A route that serves pictures. */
export interface PictureRoute {
  readonly path: string;
  readonly action: Action;
  /** Pattern of valid names. */
  readonly names: RegExp;
  read(name: string, context: StreamContext<OperatorCaller>): Promise<Buffer | null>;
}

/** Serves pictures by their name to operators who may do the action. */
export function pictureRoute({ path, action, names, read }: PictureRoute): StreamRoute {
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
