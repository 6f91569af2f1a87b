import type { Socket } from "node:net";
import { CODES } from "@lotus/contract";
import { JSON_TYPE } from "./replies.ts";
import { API_HEADERS } from "./security-headers.ts";

/** Input that is not HTTP, or that stalls, is answered on the raw socket with the same envelope and headers. */
export function answerBrokenHttp(
  msg: string,
): (this: unknown, error: Error & { code?: string }, socket: Socket) => void {
  const body = JSON.stringify({ code: CODES.BAD_REQUEST, msg, data: null });
  const fields = [
    ...API_HEADERS,
    "Content-Type",
    JSON_TYPE,
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Connection",
    "close",
  ];
  const head = fields.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const status =
      error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "408 Request Timeout"
        : error.code === "HPE_HEADER_OVERFLOW"
          ? "431 Request Header Fields Too Large"
          : "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n${body}`);
  };
}
