import type { Logger } from "pino";
import type { Clock, Entropy } from "../deps.ts";
import { MailQueue } from "./mail-queue.ts";
import { writeToOutbox } from "./outbox.ts";
import { openSmtp } from "./smtp.ts";
import type { Mailer, MailSettings } from "./mailer.ts";

export type { Mail, Mailer, MailSettings } from "./mailer.ts";

/** Opens the mailer; nothing connects before the first mail. */
export function openMailer(
  deps: { readonly clock: Clock; readonly entropy: Entropy; readonly log: Logger },
  settings: MailSettings,
): Mailer {
  const { clock, entropy, log } = deps;
  if (settings.smtpUrl === null) {
    const name = (): string =>
      `${new Date(clock.now()).toISOString().replaceAll(":", "-")}-${Buffer.from(entropy.bytes(4)).toString("hex")}`;
    return new MailQueue(log, (mail) => writeToOutbox(settings, name(), mail));
  }
  const smtp = openSmtp(settings.smtpUrl, settings);
  return new MailQueue(log, smtp.deliver, smtp.close);
}
