/** Headers as Node writes them fastest: name, value, name, value. */
export type HeaderList = readonly string[];

/** What every reply carries, whatever it is. */
const EVERYWHERE: HeaderList = [
  "X-Content-Type-Options",
  "nosniff",
  "Cross-Origin-Resource-Policy",
  "same-origin",
  "Referrer-Policy",
  "no-referrer",
];

/** Replies of the API: data, never a document that could run something. */
export const API_HEADERS: HeaderList = [
  ...EVERYWHERE,
  "Cache-Control",
  "no-store",
  "Content-Security-Policy",
  "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
];

/** The strict page: only files of this origin, no inline code, and Trusted Types for what scripts write. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  // As default-src has it; named since audits ask for it by name.
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lotus-sw",
].join("; ");

/** Documents and the files they are made of. */
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

/** Told to browsers that came over TLS: never come over anything else again (two years). */
export const TLS_HEADERS: HeaderList = ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"];
