/** One mail, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails in the background. */
export interface Mailer {
  /**
   * Takes a mail and returns at once; it is sent after those before it, tried a second time when that fails, and
   * then given up with a line in the log that names no address. Call it after the commit that it reports.
   */
  send(mail: Mail): void;
  /** Resolves when every mail that was taken is sent or given up. */
  idle(): Promise<void>;
  /** Sends the queued mails, for a few seconds at most, and closes the connections. */
  stop(): Promise<void>;
}

/** What the mailer is opened with. */
export interface MailSettings {
  /** `smtp://` or `smtps://`; null writes every mail to a file of `outbox`. */
  readonly smtpUrl: string | null;
  /** Folder of the mails that nobody sends; made when it is missing. */
  readonly outbox: string;
  /** Address that mails come from. */
  readonly from: string;
  /** Name that mails come from. */
  readonly title: string;
}
