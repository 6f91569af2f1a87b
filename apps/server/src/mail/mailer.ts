/** One mail, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails in the background. */
export interface Mailer {
  /**
   * Queues a mail and returns at once. A failed mail is retried once and then dropped with a log line that contains no
   * address. Call it after the commit that it reports.
   */
  send(mail: Mail): void;
  /** Resolves when every queued mail has been sent or dropped. */
  idle(): Promise<void>;
  /** Sends the queued mails, for a few seconds at most, and closes the connections. */
  stop(): Promise<void>;
}

/** Settings of the mailer. */
export interface MailSettings {
  /** `smtp://` or `smtps://`; null to write every mail to a file in `outbox`. */
  readonly smtpUrl: string | null;
  /** Folder for mails that are not sent; created if missing. */
  readonly outbox: string;
  /** Sender address. */
  readonly from: string;
  /** Sender name. */
  readonly title: string;
}
