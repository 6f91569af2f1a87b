import type { StreamRoute } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { pictureRoute } from "../picture-route.ts";

/**
 * Serves pictures at the desk: those of conversations, to operators who may read them, with one log line per session
 * and conversation; and those of banners.
 */
export function pictureStreams({ auditedActions, services }: DeskDeps): StreamRoute[] {
  const { conversations, banners } = services.service;
  return [
    pictureRoute({
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
    pictureRoute({
      path: "/desk/api/banners/pictures/:name",
      action: "banner.read",
      names: /^[0-9a-f]{32}$/u,
      read: (name) => banners.picture(name),
    }),
  ];
}
