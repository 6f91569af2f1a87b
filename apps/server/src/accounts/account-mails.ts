import { LOCALES, matchLocale, type Locale, type ServerMessageKey } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Mailer } from "../mail/mail.ts";

/** Address and language of a mail, and the account that it is about. */
interface Recipient {
  readonly to: string;
  readonly locale: string;
  readonly username: string;
}

/** What a player is told about passkeys, by a message and a mail to a confirmed address. */
export type PasskeyEvent = "passkeyAdded" | "passkeyRemoved" | "passkeySuspended";

type Subject =
  | "confirmEmail"
  | "resetCode"
  | "passwordChanged"
  | "emailChanged"
  | "emailChangeAsked"
  | "phoneChanged"
  | PasskeyEvent;

/**
 * Writes the mails about accounts in the recipient's language. Send each only after the transaction it reports has
 * committed.
 */
export class AccountMails {
  readonly #mailer: Mailer;
  readonly #translate: Translate;
  readonly #title: string;
  readonly #publicUrl: string;

  constructor(options: { mailer: Mailer; translate: Translate; title: string; publicUrl: string }) {
    this.#mailer = options.mailer;
    this.#translate = options.translate;
    this.#title = options.title;
    this.#publicUrl = options.publicUrl.replace(/\/$/u, "");
  }

  /** Sends the link that binds this address to the account. */
  confirmEmail(recipient: Recipient, token: string): void {
    this.#send(recipient, "confirmEmail", {
      link: `${this.#publicUrl}/pages/auth/confirm_email?token=${token}`,
    });
  }

  /** The code is shown in groups of four digits; the form accepts it with and without separators. */
  resetCode(recipient: Recipient, code: string): void {
    this.#send(recipient, "resetCode", { code: code.replaceAll(/(?<=\d)(?=(?:\d{4})+$)/gu, " ") });
  }

  passwordChanged(recipient: Recipient): void {
    this.#send(recipient, "passwordChanged");
  }

  /** Goes to the previous address. `contact` is masked. */
  emailChanged(recipient: Recipient, contact: string): void {
    this.#send(recipient, "emailChanged", { contact });
  }

  emailChangeAsked(recipient: Recipient, contact: string): void {
    this.#send(recipient, "emailChangeAsked", { contact });
  }

  phoneChanged(recipient: Recipient, contact: string): void {
    this.#send(recipient, "phoneChanged", { contact });
  }

  passkeyChanged(recipient: Recipient, event: PasskeyEvent): void {
    this.#send(recipient, event);
  }

  #send({ to, locale, username }: Recipient, about: Subject, values: Record<string, string> = {}): void {
    const language: Locale = matchLocale(locale) ?? LOCALES[0];
    const textOf = (key: ServerMessageKey): string =>
      this.#translate(language, key, { title: this.#title, username, ...values });
    this.#mailer.send({
      to,
      subject: textOf(`mails.${about}.subject`),
      text: [textOf("mails.greeting"), textOf(`mails.${about}.text`), textOf("mails.farewell")].join("\n\n"),
    });
  }
}
