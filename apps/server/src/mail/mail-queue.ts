import type { Logger } from "pino";
import type { Mail, Mailer } from "./mailer.ts";

const AT_ONCE = 2;
const MAX_WAITING = 1_000;
const MAX_ATTEMPTS = 2;
const LAST_MAILS_MS = 5_000;

/** Sends mails a few at a time, in order of arrival; callers do not learn the outcome. */
export class MailQueue implements Mailer {
  readonly #log: Logger;
  readonly #deliver: (mail: Mail) => Promise<void>;
  readonly #close: () => void;
  readonly #waiting: Mail[] = [];
  readonly #idle: (() => void)[] = [];
  #running = 0;

  constructor(log: Logger, deliver: (mail: Mail) => Promise<void>, close: () => void = () => undefined) {
    this.#log = log;
    this.#deliver = deliver;
    this.#close = close;
  }

  send(mail: Mail): void {
    // A line break would begin another header.
    if (/[\r\n]/u.test(mail.to + mail.subject)) throw new Error("a mail's head has more than one line");
    if (this.#waiting.length >= MAX_WAITING) {
      this.#log.error("a mail was given up: too many wait to be sent");
      return;
    }
    this.#waiting.push(mail);
    if (this.#running < AT_ONCE) void this.#work();
  }

  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  async stop(): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      late = setTimeout(resolve, LAST_MAILS_MS).unref();
    });
    await Promise.race([this.idle(), timeout]);
    clearTimeout(late);
    this.#close();
  }

  async #work(): Promise<void> {
    this.#running += 1;
    for (let mail = this.#waiting.shift(); mail !== undefined; mail = this.#waiting.shift()) {
      await this.#try(mail);
    }
    this.#running -= 1;
    if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #try(mail: Mail): Promise<void> {
    for (let left = MAX_ATTEMPTS; left > 0; left -= 1) {
      try {
        await this.#deliver(mail);
        return;
      } catch (error) {
        // The message of the error may repeat the address; its name does not.
        this.#log.warn({ reason: reasonOf(error), triesLeft: left - 1 }, "a mail was not sent");
      }
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  const reply = "responseCode" in error ? ` ${String(error.responseCode)}` : "";
  return code + reply;
}
