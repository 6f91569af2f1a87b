import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { pino, type Logger } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { MailQueue } from "./mail-queue.ts";
import { openMailer, type Mail, type Mailer } from "./mail.ts";

const MAIL: Mail = { to: "reader@mail.example", subject: "Mã của bạn", text: "Xin chào,\n\n12345678" };
const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A log that records its lines. */
function listeningLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const log: Logger = pino({ base: {} }, { write: (line: string) => lines.push(line) });
  return { log, lines };
}

function open(smtpUrl: string | null, outbox: string, log: Logger = pino({ level: "silent" })): Mailer {
  let drawn = 0;
  const entropy = { bytes: (length: number) => new Uint8Array(length).fill((drawn += 1)) };
  const clock = { now: () => Date.UTC(2026, 10, 21) };
  const mailer = openMailer(
    { clock, entropy, log },
    { smtpUrl, outbox, from: "no-reply@play.example", title: "Lotus" },
  );
  closing.push(() => mailer.stop());
  return mailer;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lotus-mail-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

const NOT_SPOKEN: ReadonlyMap<string, string> = new Map([["STARTTLS", "502 not here\r\n"]]);

/** A minimal mail server; `refusal` is its reply to a recipient. */
async function startSmtp(refusal?: string): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server: Server = createServer((socket) => {
    let taking = false;
    let text = "";
    socket.on("error", () => undefined);
    socket.write("220 mail.example\r\n");
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      if (taking) {
        if (!text.includes("\r\n.\r\n")) return;
        received.push(text);
        [taking, text] = [false, ""];
        socket.write("250 kept\r\n");
        return;
      }
      for (let end = text.indexOf("\r\n"); end >= 0 && !taking; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        taking = line === "DATA";
        if (line.startsWith("RCPT")) received.push(line);
        const answer = line.startsWith("RCPT") ? refusal : NOT_SPOKEN.get(line);
        socket.write(answer ?? (taking ? "354 go on\r\n" : "250 ok\r\n"));
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "0.0.0.0", resolve);
  });
  closing.push(() => {
    server.close();
  });
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

describe("the outbox", () => {
  test("keeps each mail in a file for its own user's eyes", async () => {
    const outbox = join(makeFolder(), "outbox");
    const mailer = open(null, outbox);
    mailer.send(MAIL);
    mailer.send({ ...MAIL, to: "other@mail.example" });
    await mailer.idle();
    const files = readdirSync(outbox).sort();
    expect(files).toHaveLength(2);
    expect(files[0]).toBe("2026-11-21T00-00-00.000Z-01010101.txt");
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    expect(statSync(join(outbox, files[0] ?? "")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(outbox, files[0] ?? ""), "utf8")).toBe(
      "From: Lotus <no-reply@play.example>\nTo: reader@mail.example\nSubject: Mã của bạn\n\nXin chào,\n\n12345678\n",
    );
  });
});

describe("a mail server", () => {
  test("is handed the mail", async () => {
    const { url, received } = await startSmtp();
    const mailer = open(url, "/nowhere");
    mailer.send(MAIL);
    await mailer.idle();
    expect(received[0]).toContain("RCPT TO:<reader@mail.example>");
    expect(received[1]).toContain("From: Lotus <no-reply@play.example>");
    expect(received[1]).toContain("Auto-Submitted: auto-generated");
    expect(received[1]).toContain("12345678");
  });

  test("of another machine that speaks no TLS is handed nothing", async () => {
    const { url, received } = await startSmtp();
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal);
    const { log, lines } = listeningLog();
    // An address of this machine other than loopback; without a network, its host name.
    const mailer = open(url.replace("127.0.0.1", outside?.address ?? "0.0.0.0"), "/nowhere", log);
    mailer.send(MAIL);
    await mailer.idle();
    expect(received).toEqual([]);
    expect(lines).toHaveLength(2);
  });

  test("that refuses is tried twice; the log says so and names nobody", async () => {
    const { url, received } = await startSmtp("550 no such mailbox as reader@mail.example\r\n");
    const { log, lines } = listeningLog();
    const mailer = open(url, "/nowhere", log);
    mailer.send(MAIL);
    await mailer.idle();
    expect(received).toHaveLength(2);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("EENVELOPE 550");
    expect(lines.join("")).not.toMatch(/reader|mail\.example|12345678/u);
  });

  test("that is not there holds nobody up", async () => {
    const { log, lines } = listeningLog();
    const mailer = open("smtp://127.0.0.1:1", "/nowhere", log);
    expect(mailer.send(MAIL)).toBeUndefined();
    await mailer.idle();
    expect(lines).toHaveLength(2);
  });
});

describe("the queue", () => {
  test("takes no more than it can hold, and says so", async () => {
    const { log, lines } = listeningLog();
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let sent = 0;
    const queue = new MailQueue(log, async () => {
      await gate;
      sent += 1;
    });
    for (let i = 0; i < 1_010; i += 1) queue.send(MAIL);
    expect(lines).toHaveLength(8);
    letGo();
    await queue.idle();
    expect(sent).toBe(1_002);
  });

  test("takes no head of two lines", () => {
    const queue = new MailQueue(pino({ level: "silent" }), () => Promise.resolve());
    for (const head of [{ to: "a@b.example\r\nBcc: c@d.example" }, { subject: "a\nb" }]) {
      expect(() => queue.send({ ...MAIL, ...head })).toThrow("more than one line");
    }
  });
});
