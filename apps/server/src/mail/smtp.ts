import { createTransport } from "nodemailer";
import { isThisMachine } from "../settings/this-machine.ts";
import type { Mail, MailSettings } from "./mailer.ts";

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Sends mails to a mail server over a few pooled connections. */
export function openSmtp(
  url: string,
  { from, title }: Pick<MailSettings, "from" | "title">,
): { readonly deliver: (mail: Mail) => Promise<void>; readonly close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    // Otherwise the server, or a man in the middle, could downgrade the connection to clear text.
    requireTLS: !isThisMachine(new URL(url).hostname),
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // A mail is plain text: its content must not make the server read a file or open a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    deliver: async ({ to, subject, text }) => {
      await transport.sendMail({
        from: { name: title, address: from },
        to: { name: "", address: to },
        subject,
        text,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}
