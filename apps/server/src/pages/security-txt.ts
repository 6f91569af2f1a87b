import { makeDocument } from "../http/documents.ts";
import type { Page } from "./page.ts";

/** Path of the security contact (RFC 9116). */
const PATH = "/.well-known/security.txt";
const DAY_MS = 86_400_000;
/**
 * RFC 9116 recommends less than a year. The text is regenerated each day, so that it expires only if the site is gone.
 */
const GOOD_FOR_DAYS = 90;

/** Content of the file. */
export interface SecurityTxtOptions {
  /** Contacts for reports, as URIs; without any there is no such file. */
  readonly contacts: readonly string[];
  /** URL of the app. */
  readonly publicUrl: string;
  /** The operator's language tag, such as "vi-VN". */
  readonly locale: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Serves the path of security.txt only. */
export function openSecurityTxt(parts: SecurityTxtOptions): (path: string) => Page | undefined {
  let made: { readonly day: number; readonly page: Page } | undefined;
  return (path) => {
    if (path !== PATH || parts.contacts.length === 0) return undefined;
    const day = Math.floor(parts.now() / DAY_MS);
    if (made?.day !== day) made = { day, page: pageOf(parts, day) };
    return made.page;
  };
}

function pageOf({ contacts, publicUrl, locale }: SecurityTxtOptions, day: number): Page {
  const languages = new Set([locale.split("-")[0], "en"]);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date((day + GOOD_FOR_DAYS) * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${[...languages].join(", ")}`,
    `Canonical: ${new URL(PATH, publicUrl).href}`,
  ];
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  return { status: 200, document: makeDocument({ type: "text/plain; charset=utf-8", bytes }) };
}
