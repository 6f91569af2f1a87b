import { isIP } from "node:net";
import { readAgents, type AgentSettings } from "./agent-settings.ts";
import { readChannels, type ChannelSettings } from "./channel-settings.ts";
import { EMBEDDED, hostsOf } from "./database-url.ts";
import { readDaySums, type DaySumSettings } from "./day-sum-settings.ts";
import { readDesk, type DeskSettings } from "./desk-settings.ts";
import type { Environment } from "./environment.ts";
import { EnvironmentReader } from "./environment.ts";
import { networksOf } from "./networks.ts";
import { requirePublicNames } from "./public-names.ts";
import { readPush, type PushSettings } from "./push-settings.ts";
import { readPasskeys, type PasskeySettings } from "./passkey-settings.ts";
import { readPrivacy, type PrivacySettings } from "./privacy-settings.ts";
import { readProductSettings, type ProductSettings } from "./product-settings.ts";
import { readHarm, type HarmSettings } from "./harm-settings.ts";
import { readProtection, type ProtectionSettings } from "./protection-settings.ts";
import { readRegisters, type RegisterSettings } from "./register-settings.ts";
import { readFairness, type FairnessSettings } from "./fairness-settings.ts";
import { readIdentity, type IdentitySettings } from "./identity-settings.ts";
import { isThisMachine } from "./this-machine.ts";
import { readWithdrawals, type WithdrawalSettings } from "./withdrawal-settings.ts";
import { readConnections, readStreams } from "./connection-settings.ts";
import type { ConnectionSettings, StreamSettings } from "./connection-settings.ts";
import { readRegistration, type RegistrationSettings } from "./registration-settings.ts";
import { readLoad, readRates, type LoadSettings, type RateSettings } from "./rate-settings.ts";

/** All settings, read and checked once at the start. */
export interface Settings {
  /** True for `npm start`: play money, sample accounts, keys generated in DATA_DIR. Never in production. */
  readonly demo: boolean;
  /** Host and port of the players' app and its calls. */
  readonly host: string;
  readonly port: number;
  /** Host and port of the desk, health and metrics; must not be reachable from the players' network. */
  readonly deskHost: string;
  readonly deskPort: number;
  /** Further names under which each port answers. */
  readonly playersHosts: readonly string[];
  readonly deskHosts: readonly string[];
  readonly dataDir: string;
  /** Null for the embedded PostgreSQL of DATA_DIR. */
  readonly databaseUrl: string | null;
  /** URL that leads past the pooler of `databaseUrl`; null without a pooler. */
  readonly directDatabaseUrl: string | null;
  /** URL of standbys that may answer reads of the past; null if the primary answers all. */
  readonly readDatabaseUrl: string | null;
  /** URL of the owner of the tables; null for the embedded PostgreSQL or if `databaseUrl` is used for that too. */
  readonly migrateDatabaseUrl: string | null;
  /** Keys as JSON, or the path of a file with it; null for keys generated in DATA_DIR (demo only). */
  readonly keysSource: string | null;
  /** Null to write mails to DATA_DIR/outbox. */
  readonly smtpUrl: string | null;
  /** Sender address of mails. */
  readonly mailFrom: string;
  /** URL of the app, the base of links in mails. */
  readonly publicUrl: string;
  /** Contacts for reports of vulnerabilities, as URIs; without any, /.well-known/security.txt does not exist. */
  readonly securityContacts: readonly string[];
  /** Addresses or networks of proxies whose forwarded headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: LogLevel;
  /** How long a server that was told to stop goes on serving without being ready. */
  readonly shutdownGraceMs: number;
  readonly product: ProductSettings;
  readonly channels: ChannelSettings;
  readonly withdrawals: WithdrawalSettings;
  readonly agents: AgentSettings;
  readonly desk: DeskSettings;
  readonly daySums: DaySumSettings;
  readonly registration: RegistrationSettings;
  readonly rates: RateSettings;
  readonly load: LoadSettings;
  readonly connections: ConnectionSettings;
  readonly streams: StreamSettings;
  readonly fairness: FairnessSettings;
  readonly protection: ProtectionSettings;
  readonly identity: IdentitySettings;
  readonly registers: RegisterSettings;
  readonly harm: HarmSettings;
  readonly privacy: PrivacySettings;
  readonly push: PushSettings;
  /** Null if players cannot have passkeys. */
  readonly passkeys: PasskeySettings | null;
  /** A fault point at which a demo crashes, to test recovery (LOTUS_FAULT=point:times). */
  readonly fault: { readonly point: string; readonly times: number } | null;
}

/** Log level. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Passwords of samples, as the units had one: whoever reads them knows them. */
const SAMPLE_PASSWORDS = /^(?:secret|password|changeme|change-me|example)$/iu;
const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9])?$/iu;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Whether to start a demo with play money or the production server. */
export type Mode = "demo" | "production";

// Values that disable a service explicitly, where production requires a decision.
const OUTBOX = "outbox";
const NONE = "none";

/**
 * Reads the settings from the environment.
 * @throws StartupError with one line that names every missing and every wrong variable
 */
export function readSettings(environment: Environment, mode: Mode): Settings {
  const read = new EnvironmentReader(environment);
  if (mode === "production") requireDecisions(read);
  const product = readProductSettings(read);
  const port = read.integer("PORT", 8080, 0, 65_535);
  const publicUrl = address(read, "PUBLIC_URL", WEB) ?? `http://localhost:${port}`;
  const channels = readChannels(read, { ...product, demo: mode === "demo" });
  const withdrawals = readWithdrawals(read, product);
  const agents = readAgents(read);
  const protection = readProtection(read);
  const settings: Settings = {
    demo: mode === "demo",
    host: read.text("HOST", mode === "demo" ? "0.0.0.0" : "127.0.0.1"),
    port,
    deskHost: read.text("DESK_HOST", "127.0.0.1"),
    deskPort: read.integer("DESK_PORT", 8081, 0, 65_535),
    playersHosts: readHostNames(read, "PLAYERS_HOSTS"),
    deskHosts: readHostNames(read, "DESK_HOSTS"),
    dataDir: read.text("DATA_DIR", "./data"),
    databaseUrl: address(read, "DATABASE_URL", POSTGRES, EMBEDDED),
    directDatabaseUrl: address(read, "DIRECT_DATABASE_URL", POSTGRES),
    readDatabaseUrl: address(read, "READ_DATABASE_URL", POSTGRES),
    migrateDatabaseUrl: address(read, "MIGRATE_DATABASE_URL", POSTGRES, EMBEDDED),
    keysSource: read.optional("LOTUS_KEYS"),
    smtpUrl: address(read, "SMTP_URL", MAIL, OUTBOX),
    mailFrom: read.checked("MAIL_FROM", `no-reply@${hostOf(publicUrl)}`, isMailbox, "an e-mail address"),
    publicUrl,
    securityContacts: readContacts(read),
    trustedProxies: readProxies(read),
    logLevel: read.choice("LOG_LEVEL", LOG_LEVELS, "info"),
    // Less than a supervisor's patience, with the time for the last requests.
    shutdownGraceMs: read.integer("SHUTDOWN_GRACE_MS", mode === "demo" ? 0 : 5_000, 0, 20_000),
    product,
    channels,
    withdrawals,
    agents,
    desk: readDesk(read),
    daySums: readDaySums(read, {
      recharges: channels.fourEyesAbove,
      withdrawals: withdrawals.fourEyesAbove,
      gifts: agents.gifts.fourEyesAbove,
    }),
    registration: readRegistration(read),
    rates: readRates(read),
    load: readLoad(read),
    connections: readConnections(read),
    streams: readStreams(read),
    protection,
    identity: readIdentity(read, protection.rulePack),
    registers: readRegisters(read, { rulePack: protection.rulePack, production: mode === "production" }),
    harm: readHarm(read),
    privacy: readPrivacy(read),
    push: readPush(read, mode === "production"),
    passkeys: readPasskeys(read, publicUrl),
    fairness: readFairness(read, hostOf(publicUrl), mode === "demo"),
    fault: mode === "demo" ? readFault(read) : null,
  };
  // Each of these is read in only one of the two modes.
  read.knows("LOTUS_DEMO", "LOTUS_FAULT");
  read.complainOfMisspelt();
  checkAddresses(read, settings, mode);
  if (mode === "production") requirePublicNames(read, settings);
  read.finish();
  return freeze(settings);
}

/** Production requires decisions instead of the defaults of a demo. */
function requireDecisions(read: EnvironmentReader): void {
  if (read.optional("LOTUS_DEMO") !== null)
    read.complain("LOTUS_DEMO is set, and npm run serve is never a demo");
  const required = [
    ["LOTUS_KEYS", "the keys, as JSON or the path of a file"],
    ["DATABASE_URL", `a PostgreSQL, or ${EMBEDDED}`],
    ["SMTP_URL", `a mail server, or ${OUTBOX}`],
    ["BEACON", "quicknet, or the file of another beacon's chain info"],
    ["PUBLIC_URL", "where players open the app, as https://play.example"],
    ["TRUSTED_PROXIES", `the TLS proxy's address, or ${NONE}`],
  ] as const;
  for (const [name, what] of required) {
    if (read.optional(name) === null) read.complain(`${name} is missing (${what})`);
  }
}

/** Checks ports and databases against each other, and in production what is sent over a network. */
function checkAddresses(read: EnvironmentReader, settings: Settings, mode: Mode): void {
  const { port, deskPort, databaseUrl } = settings;
  if (port !== 0 && port === deskPort) read.complain("PORT and DESK_PORT must differ");
  const others = {
    DIRECT_DATABASE_URL: settings.directDatabaseUrl,
    READ_DATABASE_URL: settings.readDatabaseUrl,
    MIGRATE_DATABASE_URL: settings.migrateDatabaseUrl,
  };
  for (const [name, url] of Object.entries(others))
    if (url !== null && databaseUrl === null) read.complain(`${name} needs DATABASE_URL`);
  if (mode === "production") requireEncryption(read, settings, { DATABASE_URL: databaseUrl, ...others });
}

/**
 * Production sends nothing unencrypted over a network: passwords and rows to a remote database, and the input of
 * players. Connections within the machine or to a private socket need no TLS.
 */
function requireEncryption(
  read: EnvironmentReader,
  { publicUrl, smtpUrl }: Pick<Settings, "publicUrl" | "smtpUrl">,
  databases: Readonly<Record<string, string | null>>,
): void {
  if (read.optional("PUBLIC_URL") !== null && !publicUrl.startsWith("https://"))
    read.complain("PUBLIC_URL must begin with https://");
  const mailQuery = smtpUrl === null ? [] : [...new URL(smtpUrl).searchParams.keys()];
  if (mailQuery.some((key) => /tls|secure/iu.test(key)))
    read.complain("SMTP_URL must not change how TLS is done");
  for (const [name, url] of Object.entries({ SMTP_URL: smtpUrl, ...databases }))
    if (url !== null && hostsOf(url).some((one) => SAMPLE_PASSWORDS.test(new URL(one).password)))
      read.complain(`${name} has the password of a sample: set one of your own`);
  for (const [name, url] of Object.entries(databases)) {
    for (const host of url === null ? [] : hostsOf(url)) requireEncryptionTo(read, name, new URL(host));
  }
}

function requireEncryptionTo(read: EnvironmentReader, name: string, url: URL): void {
  const modes = url.searchParams.getAll("sslmode");
  const isVerified = modes.length > 0 && modes.every((mode) => mode === "verify-full");
  if (!isDatabaseHere(url) && !isVerified)
    read.complain(
      `${name} leads to another machine and needs sslmode=verify-full (sslrootcert names an own CA)`,
    );
}

/** Whether the driver reaches this database without a network; the last `host` of the query overrides the URL's. */
function isDatabaseHere({ hostname, searchParams }: URL): boolean {
  const host = searchParams.getAll("host").at(-1) ?? decodeURIComponent(hostname);
  return host.startsWith("/") || isThisMachine(host);
}

/** Names as browsers send them, without port. */
function readHostNames(read: EnvironmentReader, setting: string): readonly string[] {
  const names = read.list(setting);
  if (!names.every((name) => isIP(name) !== 0 || HOST_NAME.test(name)))
    read.complain(`${setting} must be names or IP addresses without port, as desk.house.example, by commas`);
  return names;
}

function readProxies(read: EnvironmentReader): readonly string[] {
  const proxies = read.list("TRUSTED_PROXIES").filter((proxy) => proxy !== NONE);
  if (networksOf(proxies) === undefined)
    read.complain("TRUSTED_PROXIES must be IP addresses or networks, as 10.0.0.1 or 10.1.0.0/16, by commas");
  return proxies;
}

/** The contacts of security.txt as RFC 9116 allows them, without blanks, so that a value is never two lines. */
function readContacts(read: EnvironmentReader): readonly string[] {
  const contacts = read.list("SECURITY_CONTACT");
  if (
    !contacts.every(
      (contact) => /^(?:mailto:|https:\/\/|tel:)[\x21-\x7E]+$/u.test(contact) && URL.canParse(contact),
    )
  )
    read.complain("SECURITY_CONTACT must be mailto:, https: or tel: addresses, by commas");
  return contacts;
}

function readFault(read: EnvironmentReader): Settings["fault"] {
  const text = read.optional("LOTUS_FAULT");
  if (text === null) return null;
  const match = /^([a-z-]+):([1-9]\d{0,5})$/u.exec(text);
  if (match === null) read.complain("LOTUS_FAULT must be a point and a number, as bet-sent:20");
  return { point: match?.[1] ?? "", times: Number(match?.[2] ?? 1) };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "localhost";
}

function isMailbox(value: string): boolean {
  return /^[^\s@<>"]+@[^\s@<>"]+$/u.test(value);
}

/** How the address of a service begins, and how that is said. */
interface AddressForm {
  readonly begins: RegExp;
  readonly like: string;
}
const WEB: AddressForm = { begins: /^https?:\/\//u, like: "https://host" };
const POSTGRES: AddressForm = {
  begins: /^postgres(ql)?:\/\//u,
  like: "postgresql://user:password@host/database",
};
const MAIL: AddressForm = { begins: /^smtps?:\/\//u, like: "smtps://user:password@host" };

function address(
  read: EnvironmentReader,
  name: string,
  { begins, like }: AddressForm,
  without?: string,
): string | null {
  const value = read.optional(name);
  if (value === null || value === without) return null;
  // The value may contain a password and is never repeated.
  if (!begins.test(value) || !hostsOf(value).every((one) => URL.canParse(one)))
    read.complain(`${name} must be an address like ${like}`);
  return value;
}

function freeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) {
    if (typeof inner === "object" && inner !== null) freeze(inner);
  }
  return Object.freeze(value);
}
