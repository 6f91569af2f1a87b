import type { EnvironmentReader } from "./environment.ts";

/** A contact of customer service besides the conversation in the app, as the app shows it. */
export interface ServiceChannel {
  readonly kind: (typeof CHANNEL_KINDS)[number];
  /** Displayed text: an address, a number or a name. */
  readonly label: string;
  /** Link target: https, mailto or tel. */
  readonly url: string;
}

const CHANNEL_KINDS = ["email", "phone", "telegram", "zalo", "whatsapp", "messenger", "line", "web"] as const;
const SCHEMES: ReadonlySet<string> = new Set(["https:", "mailto:", "tel:"]);
const MAX_CHANNELS = 8;
const LONGEST_LABEL = 60;

/** Reads SERVICE_CHANNELS: [{"kind":"telegram","label":"@lotus","url":"https://t.me/lotus"}, …]; none unless set. */
export function readServiceChannels(read: EnvironmentReader): readonly ServiceChannel[] {
  const text = read.optional("SERVICE_CHANNELS");
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.length <= MAX_CHANNELS && value.every(isChannel)) {
      return value.map(({ kind, label, url }) => ({ kind, label, url }));
    }
  } catch {
    // Reported below with all other invalid forms.
  }
  read.complain(
    `SERVICE_CHANNELS must be JSON like [{"kind":"email","label":"help@example.com","url":"mailto:help@example.com"}], ` +
      `of the kinds ${CHANNEL_KINDS.join(", ")}`,
  );
  return [];
}

function isChannel(value: unknown): value is ServiceChannel {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    CHANNEL_KINDS.some((kind) => kind === value.kind) &&
    "label" in value &&
    typeof value.label === "string" &&
    value.label.trim() !== "" &&
    value.label.length <= LONGEST_LABEL &&
    "url" in value &&
    typeof value.url === "string" &&
    URL.canParse(value.url) &&
    SCHEMES.has(new URL(value.url).protocol)
  );
}
