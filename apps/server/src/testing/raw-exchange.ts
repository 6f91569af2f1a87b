import { connect } from "node:net";

/** The bytes of a POST request. */
export function requestBytes(
  path: string,
  body: object,
  { token, key }: { readonly token: string; readonly key: string },
): Buffer {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    `Token: ${token}`,
    `Idempotency-Key: ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

/**
 * Sends bytes over a connection of their own; resolves to what came back once the connection ended or a whole reply
 * arrived.
 */
export function exchangeRaw(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => socket.write(bytes));
    const parts: Buffer[] = [];
    socket.on("data", (part) => {
      parts.push(part);
      if (isWhole(Buffer.concat(parts))) socket.destroy();
    });
    socket.on("error", () => socket.destroy());
    socket.once("end", () => socket.destroy());
    socket.once("close", () => resolve(Buffer.concat(parts)));
  });
}

function isWhole(reply: Buffer): boolean {
  const end = reply.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/iu.exec(reply.subarray(0, Math.max(0, end)).toString())?.[1];
  return end >= 0 && length !== undefined && reply.length >= end + 4 + Number(length);
}
