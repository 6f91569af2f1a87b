import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { CODES } from "@lotus/contract";
import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { StreamRoute } from "../../http/handler.ts";
import type { DataExports, OpenArchive } from "./data-exports.ts";

/** 256 bits in base64url. */
const TICKET = /^[\w-]{43}$/u;

/**
 * Serves the archive of a ticket, as a download of the browser, which sends no token: the ticket is given to the
 * player's session and password, opens one download, and is worth nothing after a minute.
 */
export function archiveStream(
  exports: DataExports,
  { translate, localeOf }: { readonly translate: Translate; readonly localeOf: (tag: string) => Locale },
): StreamRoute {
  return {
    path: "/api/user/exportFile/:ticket",
    access: { auth: "public" },
    open: ({ locale, log }, request, response) => {
      const serve = async (): Promise<void> => {
        const ticket = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
        // A look at the head must not use the ticket up.
        const isDownload = request.method === "GET" && TICKET.test(ticket);
        const archive = isDownload ? await exports.open(ticket) : null;
        if (archive !== null) return await send(response, archive);
        const msg = translate(localeOf(locale), "codes.EXPORT_UNKNOWN");
        response.writeHead(404, { "Content-Type": "application/json; charset=utf-8" });
        response.end(JSON.stringify({ code: CODES.EXPORT_UNKNOWN, msg, data: null }));
      };
      serve().catch((error: unknown) => {
        log.error({ err: error }, "an archive could not be sent");
        response.destroy();
      });
    },
  };
}

async function send(response: ServerResponse, { bytes, pieces }: OpenArchive): Promise<void> {
  response.writeHead(200, {
    "Content-Type": "application/zip",
    "Content-Length": bytes,
    "Content-Disposition": 'attachment; filename="my-data.zip"',
    "Cache-Control": "no-store",
  });
  for await (const piece of pieces()) {
    if (response.destroyed) return;
    // A slow reader holds one part, and nothing of the database.
    if (!response.write(piece)) await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  response.end();
}
