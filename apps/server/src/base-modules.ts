import { LEGAL_VERSIONS } from "@lotus/locales";
import { loadServerMessages } from "@lotus/locales/node";
import { openAccounts, SEALED_CONTACTS, SEALED_PASSKEYS, type Accounts } from "./accounts/accounts.ts";
import { gameWords } from "./betting/game-words.ts";
import { vitalOf } from "./db/database.ts";
import type { Deps } from "./deps.ts";
import { SEALED_OPERATORS } from "./desk/desk.ts";
import { faultPoints } from "./fault-points.ts";
import { openEvents, type Events } from "./events/events.ts";
import { openHouseRates, type HouseRates } from "./http/house-rates.ts";
import type { FairnessOptions } from "./fairness/fairness.ts";
import { openIdentity, SEALED_IDENTITIES, type Identity } from "./identity/identity.ts";
import { openInbox, reasonText, type Inbox } from "./inbox/inbox.ts";
import { balanceOf, holdsOf, openAccounts as openLedgerAccounts } from "./ledger/ledger.ts";
import { localeOf } from "./locale-of.ts";
import { openMailer, type Mailer } from "./mail/mail.ts";
import { openNodes, type Nodes } from "./nodes/nodes.ts";
import { doubtAs, holdPlay, openProtection, RULE_PACKS, type Protection } from "./protection/protection.ts";
import { openPush, SEALED_PUSH, type Push, type PushTransport } from "./push/push.ts";
import { SEALED_EXPORTS } from "./privacy/privacy.ts";
import { openRegisters, type Registers, type RegistersOptions } from "./registers/registers.ts";
import { outboxOf } from "./run.ts";
import { SEALED_SAVED } from "./saved/saved.ts";
import { SEALED_SERVICE } from "./service/service.ts";
import {
  CREDENTIAL_SEALS,
  openReencryption,
  openVault,
  type Reencryption,
  type Vault,
} from "./vault/vault.ts";
import { SEALED_ADDRESSES, SEALED_PAYERS, cardNamesOf, withdrawnOf } from "./wallet/wallet.ts";

/** Overrides of the settings of modules, for tests. */
export interface ModuleOptions {
  /** A lower cost of password hashing. */
  readonly hashCost?: { readonly memoryKiB: number; readonly passes: number };
  /** How long before their sale periods are stored, if less than a day. */
  readonly aheadMs?: number;
  /** Replaces the mail server or the outbox. */
  readonly mailer?: Mailer;
  /** Replaces the beacon, the witnesses, or both. */
  readonly fairness?: FairnessOptions;
  /** Who players are, how long registers have to answer, and where a test crashes. */
  readonly registers?: Partial<Pick<RegistersOptions, "personOf" | "answerMs" | "now" | "fault">>;
  /** Replaces push services by a stand-in. */
  readonly pushTransport?: PushTransport;
  /** How long the rate limits of the house in the database are waited for. */
  readonly rateTimeoutMs?: number;
}

/** What every player has before any game. */
export interface BaseModules {
  readonly translate: ReturnType<typeof loadServerMessages>;
  readonly nameOf: (game: string, locale: string) => string;
  readonly nodes: Nodes;
  readonly rates: HouseRates;
  readonly events: Events;
  readonly vault: Vault;
  readonly reencryption: Reencryption;
  readonly mailer: Mailer;
  readonly push: Push;
  readonly inbox: Inbox;
  readonly accounts: Accounts;
  readonly identity: Identity;
  readonly protection: Protection;
  readonly registers: Registers;
}

/** Events, secrets, mail, messages, accounts, their protection and the registers: what every player has before any game. */
export function openBase(deps: Deps, options: ModuleOptions): BaseModules {
  const { settings, keys, entropy } = deps;
  const { product } = settings;
  const nodes = openNodes(vitalOf(deps));
  const rates = openHouseRates(deps, nodes, options.rateTimeoutMs);
  const events = openEvents();
  const translate = loadServerMessages();
  const nameOf = (game: string, locale: string): string => gameWords(translate, localeOf(locale)).game(game);
  const vault = openVault(keys, entropy);
  const { smtpUrl, mailFrom } = settings;
  const mailer =
    options.mailer ??
    openMailer(deps, { smtpUrl, from: mailFrom, title: product.title, outbox: outboxOf(settings) });
  const push = openPush(deps, { vault, translate, nameOf, transport: options.pushTransport });
  const inbox = openInbox(deps, {
    translate,
    nameOf,
    notify: events.notify,
    settings: {
      currencySymbol: product.currency.symbol,
      houseTimeZone: product.houseTimeZone,
      fallbackLocale: localeOf(product.fallbackLocale),
    },
  });
  // Before the accounts, which hand it the date of birth of each new player.
  const identity = openIdentity(deps, {
    settings: settings.identity,
    timeZone: product.houseTimeZone,
    vault,
    buckets: rates.of,
    withdrawn: withdrawnOf,
    cardNames: (db, playerIds) => cardNamesOf(db, vault, playerIds),
    notify: events.notify,
    reasonIn: (locale, stored) => reasonText(translate, localeOf(locale), stored),
  });
  const accounts = openAccountsOn(deps, { nodes, translate, vault, mailer, identity }, options);
  forgetDevices(deps, accounts, push);
  const reencryption = openReencryption(deps, vault, SEALED);
  const protection = openProtection(deps, {
    pack: RULE_PACKS[settings.protection.rulePack],
    notify: events.notify,
    otherAccounts: (playerId) => identity.otherAccounts(playerId),
  });
  excludePersons(deps, { accounts, identity, protection });
  const registers = openRegistersOn(deps, accounts, identity, options);
  return {
    nodes,
    rates,
    translate,
    nameOf,
    events,
    vault,
    reencryption,
    mailer,
    push,
    inbox,
    accounts,
    identity,
    protection,
    registers,
  };
}

/** What is pushed to a device ends with its session. */
function forgetDevices({ log }: Deps, accounts: Accounts, push: Push): void {
  accounts.onSessionEnded(({ familyId }) => {
    push.sessionEnded(familyId).catch((error: unknown) => {
      log.warn({ err: error }, "a device of an ended session is forgotten later");
    });
  });
}

/** The columns that are encrypted, as each module lists its own; they are reencrypted when keys change. */
const SEALED = [
  ...SEALED_CONTACTS,
  ...SEALED_PASSKEYS,
  ...CREDENTIAL_SEALS,
  ...SEALED_IDENTITIES,
  ...SEALED_ADDRESSES,
  ...SEALED_PAYERS,
  ...SEALED_SERVICE,
  ...SEALED_SAVED,
  ...SEALED_EXPORTS,
  ...SEALED_OPERATORS,
  ...SEALED_PUSH,
];

function openAccountsOn(
  deps: Deps,
  {
    nodes,
    translate,
    vault,
    mailer,
    identity,
  }: Pick<BaseModules, "nodes" | "translate" | "vault" | "mailer" | "identity">,
  options: ModuleOptions,
): Accounts {
  const { settings, keys } = deps;
  const { product, publicUrl } = settings;
  return openAccounts({
    deps,
    settings: {
      inviteRequired: product.inviteRequired,
      termsVersion: LEGAL_VERSIONS.terms,
      currencyCode: product.currency.code,
      timeZone: product.houseTimeZone,
      title: product.title,
      publicUrl,
      country: product.country,
      registration: settings.registration,
      passkeys: settings.passkeys,
    },
    keys,
    books: { openAccounts: openLedgerAccounts, balanceOf, holdsOf },
    birthDates: identity.birthDates,
    maybeSamePerson: doubtAs,
    vault,
    mailer,
    translate,
    servers: () => nodes.count(),
    ...hashCostOf(options),
  });
}

/** Whoever has excluded themselves is found again under another account: once they say who they are, and at each login. */
function excludePersons(
  { log }: Deps,
  { accounts, identity, protection }: Pick<BaseModules, "accounts" | "identity" | "protection">,
): void {
  identity.onPersonKnown((playerId) => protection.excludePerson(playerId));
  identity.onHeld(async (tx, playerId) => {
    await holdPlay(tx, playerId);
  });
  accounts.onSessionOpened(({ playerId }) => {
    protection.excludePerson(playerId).catch((error: unknown) => {
      log.error({ err: error, player: String(playerId) }, "the accounts of a person were not compared");
    });
  });
}

/** The registers of the licence, which hear of each session that begins and ends. */
function openRegistersOn(
  deps: Deps,
  accounts: Accounts,
  identity: Identity,
  options: ModuleOptions,
): Registers {
  const { settings } = deps;
  const { product } = settings;
  const registers = openRegisters(deps, {
    settings: settings.registers,
    isKnown: identity.isKnown,
    personOf: (playerId) => identity.personOf(playerId),
    timeZone: product.houseTimeZone,
    currency: product.currency.code,
    fault: faultPoints(settings.fault),
    ...options.registers,
  });
  accounts.onSessionOpened((session) => registers.sessionOpened(session));
  accounts.onSessionEnded(({ familyId }) => registers.sessionEnded(familyId));
  return registers;
}

/** The lower cost of password hashing of a test. */
export function hashCostOf({ hashCost }: ModuleOptions): Pick<ModuleOptions, "hashCost"> {
  return hashCost === undefined ? {} : { hashCost };
}
