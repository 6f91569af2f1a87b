/** Headers as Node writes them fastest: name, value, name, value. */
export type HeaderList = readonly string[];

/** Headers of every reply. */
const EVERYWHERE: HeaderList = [
  "X-Content-Type-Options",
  "nosniff",
  "Cross-Origin-Resource-Policy",
  "same-origin",
  "Referrer-Policy",
  "no-referrer",
];

/** Headers of API replies: data, never a document that could execute something. */
export const API_HEADERS: HeaderList = [
  ...EVERYWHERE,
  "Cache-Control",
  "no-store",
  "Content-Security-Policy",
  "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
];

/** Strict policy of pages: only files of this origin, no inline code, and Trusted Types for script sinks. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  // Same as default-src; explicit because audits look for it.
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lotus-workers",
].join("; ");

/** Headers of pages and their files. */
export const PAGE_HEADERS: HeaderList = [
  ...EVERYWHERE,
  "Content-Security-Policy",
  PAGE_POLICY,
  "Cross-Origin-Opener-Policy",
  "same-origin",
  "X-Frame-Options",
  "DENY",
  "Permissions-Policy",
  "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
];

/** The headers of pages that may also ask these origins: the witnesses of the log, which a phone asks what they have seen. */
export function pageHeaders(origins: readonly string[]): HeaderList {
  if (origins.length === 0) return PAGE_HEADERS;
  const policy = PAGE_POLICY.replace("connect-src 'self'", ["connect-src 'self'", ...origins].join(" "));
  return PAGE_HEADERS.map((value) => (value === PAGE_POLICY ? policy : value));
}

/** For browsers connected over TLS: never use anything else for two years. */
export const TLS_HEADERS: HeaderList = ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"];
