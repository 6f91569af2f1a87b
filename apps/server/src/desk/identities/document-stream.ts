import type { StreamRoute } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { pictureRoute } from "../picture-route.ts";

/** Serves documents that players have sent. Each look at one is in the audit log, before it is shown. */
export function documentStream({ db, auditedActions, services }: DeskDeps): StreamRoute {
  return pictureRoute({
    path: "/desk/api/identities/documents/:id",
    action: "identity.read",
    names: /^\d{1,18}$/u,
    read: async (id, context) => {
      const document = await services.identity.document(BigInt(id));
      if (document === null) return null;
      await db.transaction((tx) =>
        auditedActions.write(tx, context, {
          action: "identity.read",
          subject: `player ${document.playerId}`,
          detail: { document: id, kind: document.kind },
        }),
      );
      return document.bytes;
    },
  });
}
