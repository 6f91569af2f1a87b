import { matchLocale } from "@lotus/locales";
import type { SessionEnd } from "./accounts/accounts.ts";
import { openAgents, type Agents } from "./agents/agents.ts";
import { hashCostOf, openBase, type BaseModules, type ModuleOptions } from "./base-modules.ts";
import { vitalOf } from "./db/database.ts";
import type { Deps } from "./deps.ts";
import { openDesk, type Desk } from "./desk/desk.ts";
import { openPeriods } from "./draws/draws.ts";
import { openLive, type Live } from "./live/live.ts";
import { noteLine, openHarm, type Harm } from "./harm/harm.ts";
import { localeOf } from "./locale-of.ts";
import { onServerTime, openPlay, type Play } from "./play-modules.ts";
import { openReports, type Reports } from "./reports/reports.ts";
import { openService, type Service } from "./service/service.ts";
import { openSavedPicks, type SavedModule } from "./saved/saved.ts";
import { openPrivacy, type Privacy } from "./privacy/privacy.ts";

export type { ModuleOptions } from "./base-modules.ts";

/** Every module of the server, opened and not yet started. */
export interface Modules extends BaseModules, Play, Reach {
  readonly desk: Desk;
}

interface Reach {
  readonly live: Live;
  readonly reports: Reports;
  readonly agents: Agents;
  readonly service: Service;
  readonly saved: SavedModule;
  readonly harm: Harm;
  readonly privacy: Privacy;
}

/**
 * Opens the modules bottom up: each receives those opened before it. tools/layers.ts enforces the same order for
 * imports.
 */
export async function openModules(deps: Deps, options: ModuleOptions): Promise<Modules> {
  const base = openBase(deps, options);
  const periods = openPeriods(vitalOf(deps));
  const play = await openPlay(deps, base, periods, options);
  const reach = openReach(deps, base, play);
  return { ...base, ...play, ...reach, desk: openDeskOn(deps, { ...base, ...play, ...reach }, options) };
}

/** What players use beside the games: streams, reports, agents and customer service. */
function openReach(deps: Deps, base: BaseModules, { draws, betting, marks, wallet }: Play): Reach {
  const { settings, db, log } = deps;
  const { houseTimeZone } = settings.product;
  const { notify } = base.events;
  const live = openLive(deps, {
    serverNow: () => draws.serverNow(),
    settings: settings.streams,
    readDraws: () => draws.readDraws(),
  });
  base.accounts.alsoSeen(() => live.sessions());
  base.events.onNotified((whom) => live.notify(whom));
  live.onEvents((events) => {
    if (events.some(({ event }) => event === "settings")) betting.refreshSettings();
  });
  base.accounts.onSessionEnded((session) => {
    live.endSession(session, whyEnded(session.why)).catch((error: unknown) => {
      log.warn({ err: error }, "a session's streams were not told that it ended");
    });
  });
  const reports = openReports(
    { ...onServerTime(deps, () => draws.serverNow()), db: db.heavy },
    { houseTimeZone, marks },
  );
  const agents = openAgents(deps, {
    settings: settings.agents,
    margins: betting.margins,
    houseTimeZone,
    checkClock: draws.checkClock,
    notify,
  });
  const service = openService(deps, {
    translate: base.translate,
    vault: base.vault,
    buckets: base.rates.of,
    notify,
    localeOf,
    noteLine,
  });
  const saved = openSavedPicks({ db }, { vault: base.vault, translate: base.translate });
  const harm = openHarm(deps, { settings: settings.harm, houseTimeZone, notify });
  base.identity.onHeld(async (tx, playerId, why) => {
    if (why === "said") await harm.underAge(tx, playerId);
  });
  const privacy = openPrivacy(deps, {
    accounts: base.accounts,
    addresses: wallet.addresses,
    mailer: base.mailer,
    archive: {
      translate: base.translate,
      vault: base.vault,
      wording: base.inbox.wording,
      identity: base.identity,
      title: settings.product.title,
      timeZone: houseTimeZone,
    },
    localeOf,
    retention: {
      documents: () => base.identity.retention(db.heavy),
      scores: () => harm.retention(db),
    },
    leastWithdrawal: settings.product.withdrawal.min,
    notify,
  });
  return { live, reports, agents, service, saved, harm, privacy };
}

function openDeskOn(deps: Deps, modules: BaseModules & Play & Reach, options: ModuleOptions): Desk {
  const { settings, keys } = deps;
  const { product } = settings;
  const { accounts, wallet, books, betting, draws, live, settlement, inbox, agents, service } = modules;
  const { liabilities } = modules;
  return openDesk({
    deps,
    keys,
    vault: modules.vault,
    translate: modules.translate,
    config: {
      title: product.title,
      currency: product.currency,
      timeZone: product.houseTimeZone,
      fallbackLocale: product.fallbackLocale,
      now: () => draws.serverNow(),
      operatorNewDays: settings.desk.operatorNewDays,
      duties: {
        sums: settings.daySums,
        single: {
          recharges: settings.channels.fourEyesAbove,
          withdrawals: settings.withdrawals.fourEyesAbove,
          gifts: settings.agents.gifts.fourEyesAbove,
        },
      },
      playersUrl: settings.publicUrl,
    },
    services: {
      accounts,
      identity: modules.identity,
      personChanged: (playerId) => modules.registers.personChanged(playerId),
      excludePerson: (playerId) => modules.protection.excludePerson(playerId),
      wallet,
      books,
      liabilities,
      odds: betting.odds,
      margins: betting.margins,
      games: betting.games,
      live,
      clockState: () => draws.clockState(),
      onSale: () => draws.onSale(),
      logState: () => modules.fairness.state(),
      voidPeriods: (tx, periods) => draws.voidPeriods(tx, periods),
      readDraws: () => draws.readDraws(),
      refundVoided: () => settlement.refundVoided(),
      notify: modules.events.notify,
      inbox,
      rules: modules.protection.pack,
      agents,
      service,
      chases: modules.chases,
      care: modules.harm.cases,
      privacy: modules.privacy,
      localeOf: (tag) => matchLocale(tag) ?? null,
    },
    ...hashCostOf(options),
  });
}

/** Why a session ended, as reported on its streams. A stolen token and expiry were not caused by this window. */
function whyEnded(why: SessionEnd): "logout" | "password" | "closed" {
  return why === "logout" || why === "password" ? why : "closed";
}
