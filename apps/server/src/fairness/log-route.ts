import { PUBLIC } from "../http/access.ts";
import type { StreamRoute } from "../http/handler.ts";
import { LOG_ROOT, type LogFile, type LogFiles } from "./log-files.ts";

/** Serves the files of the log to anybody, pages of other sites included. */
export function logRoute(files: LogFiles, onError: (error: unknown) => void): StreamRoute {
  return {
    path: `${LOG_ROOT}/*`,
    access: PUBLIC,
    open: (_, request, response) => {
      const send = (status: number, file: LogFile): void => {
        const { type, body, cacheControl } = file;
        response.writeHead(status, {
          "Content-Type": type,
          "Content-Length": Buffer.byteLength(body),
          "Cache-Control": cacheControl,
          "Access-Control-Allow-Origin": "*",
          "Cross-Origin-Resource-Policy": "cross-origin",
        });
        response.end(request.method === "HEAD" ? undefined : body);
      };
      const failed = (status: number, reason: string): void =>
        send(status, { type: "text/plain; charset=utf-8", body: `${reason}\n`, cacheControl: "no-store" });
      const path = (request.url ?? "").split("?")[0]?.slice(LOG_ROOT.length + 1) ?? "";
      files.read(path).then(
        (file) => (file === null ? failed(404, "not found") : send(200, file)),
        (error: unknown) => {
          onError(error);
          failed(500, "internal error");
        },
      );
    },
  };
}
