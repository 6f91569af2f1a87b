import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { PushTransport } from "../push/push.ts";
import { UNTRUSTED_CERTIFICATE } from "./untrusted-certificate.ts";

/** What a device was pushed, decrypted by it. */
export interface Pushed {
  readonly device: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly lang: string;
  readonly ttl: number;
  readonly topic: string;
  readonly urgency: string;
  /** Length of the message as it was sent. */
  readonly bytes: number;
  /** The claims of the sender's token, whose signature was verified, and its key. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  readonly key: string;
}

/** A device's subscription, as its browser hands it to the app. */
export interface TestSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A push service with its devices on this machine: it takes what is sent by RFC 8030 and reads it by RFC 8188, 8291 and 8292. */
export interface PushService {
  readonly transport: PushTransport;
  /** Everything that was accepted, in order. */
  readonly pushed: Pushed[];
  /** How often it was asked, whatever it answered. */
  readonly asked: () => number;
  /** What is answered next, in place of 201. */
  answers: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[];
  subscribe(): TestSubscription;
  close(): Promise<void>;
}

interface Device {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

export async function openPushService(): Promise<PushService> {
  const devices = new Map<string, Device>();
  const pushed: Pushed[] = [];
  let asked = 0;
  const service: Pick<PushService, "answers"> = { answers: [] };
  const server = createServer(UNTRUSTED_CERTIFICATE, (request, response) => {
    asked += 1;
    const wanted = service.answers.shift();
    read(request).then(
      (body) => {
        const device = devices.get(request.url ?? "");
        if (wanted !== undefined) return response.writeHead(wanted.status, wanted.headers).end();
        if (device === undefined) return response.writeHead(404).end();
        pushed.push(accepted(request, body, device, `https://localhost:${port}`));
        return response.writeHead(201).end();
      },
      // A test sees what was wrong by what did not arrive; the sender sees a refusal.
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening server has an address of this kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    transport: { services: ["localhost"], standIn: { ca: UNTRUSTED_CERTIFICATE.cert } },
    pushed,
    asked: () => asked,
    subscribe: () => {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      devices.set(path, { ecdh, auth });
      return { endpoint: `https://localhost:${port}${path}`, p256dh, auth: auth.toString("base64url") };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  });
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Verifies the sender and decrypts. @throws Error for whatever a real service or device would refuse */
function accepted({ headers, url }: IncomingMessage, body: Buffer, device: Device, origin: string): Pushed {
  const header = (name: string): string => {
    const value = headers[name];
    if (typeof value !== "string") throw new Error(`${name} is missing`);
    return value;
  };
  if (header("content-encoding") !== "aes128gcm") throw new Error("not encrypted by RFC 8188");
  if (body.length > 4096) throw new Error("longer than a service has to take");
  const topic = header("topic");
  if (!/^[A-Za-z0-9_-]{1,32}$/u.test(topic)) throw new Error("no topic of RFC 8030");
  const { claims, key } = verifiedSender(header("authorization"));
  if (claims.aud !== origin) throw new Error("signed for another service");
  const left = claims.exp - Date.now() / 1000;
  if (left <= 0 || left > 86_400) throw new Error("signed for too long");
  // Written by the server under test.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const text = JSON.parse(decrypted(body, device)) as Pick<Pushed, "title" | "body" | "url" | "tag" | "lang">;
  const urgency = header("urgency");
  return {
    device: url ?? "",
    ...text,
    ttl: Number(header("ttl")),
    topic,
    urgency,
    bytes: body.length,
    claims,
    key,
  };
}

/** RFC 8292: `vapid t=<JWT>, k=<public key>`, signed by ES256. */
function verifiedSender(authorization: string): Pick<Pushed, "claims" | "key"> {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/u.exec(authorization);
  if (match === null) throw new Error("no token of RFC 8292");
  const [, head = "", payload = "", signature = "", key = ""] = match;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" },
    format: "jwk",
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { alg } = JSON.parse(Buffer.from(head, "base64url").toString("utf8"));
  if (!isSigned || alg !== "ES256") throw new Error("not signed by its key");
  return { claims: JSON.parse(Buffer.from(payload, "base64url").toString("utf8")), key };
}

/** RFC 8291 over RFC 8188: one record of AES-128-GCM. */
function decrypted(body: Buffer, { ecdh, auth }: Device): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > body.readUInt32BE(16)) throw new Error("more than one record");
  const secret = ecdh.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const prk = createHmac("sha256", salt).update(material).digest();
  const expand = (label: string, length: number): Buffer =>
    createHmac("sha256", prk)
      .update(Buffer.concat([Buffer.from(`Content-Encoding: ${label}\0`), Buffer.of(1)]))
      .digest()
      .subarray(0, length);
  const decipher = createDecipheriv("aes-128-gcm", expand("aes128gcm", 16), expand("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no last record");
  return padded.subarray(0, end).toString("utf8");
}
