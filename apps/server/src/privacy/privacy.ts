import type { Locale } from "@lotus/locales";
import type { Money } from "@lotus/money";
import type { Accounts } from "../accounts/accounts.ts";
import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { PlayerCalls, StreamRoute } from "../http/handler.ts";
import type { Mailer } from "../mail/mail.ts";
import type { BreakAuthor } from "../protection/protection.ts";
import type { Wallet } from "../wallet/wallet.ts";
import type { ArchiveOptions } from "./archive/write-archive.ts";
import { closeAccountCall } from "./calls/close-account.ts";
import { exportCalls } from "./calls/export-data.ts";
import { closeAccount, type Closing } from "./close-account.ts";
import { archiveStream } from "./exports/archive-stream.ts";
import { DataExports, EXPORTS_A_DAY } from "./exports/data-exports.ts";
import { RetentionJob } from "./retention/retention-job.ts";
import type { RetentionDeps } from "./retention/retention.ts";

export { DataExports, SEALED_EXPORTS } from "./exports/data-exports.ts";
export { RETENTION, type RetentionRow } from "./retention/retention.ts";
export { RetentionJob } from "./retention/retention-job.ts";

/** Public API of what players can do about their account and its data as a whole. */
export interface Privacy {
  readonly calls: PlayerCalls<"closeAccount" | "exportData" | "exportState" | "exportTicket">;
  /** The route of archives. */
  readonly streams: readonly StreamRoute[];
  readonly exports: DataExports;
  /** How many archives a player may ask for in a day. */
  readonly exportsADay: number;
  readonly retention: RetentionJob;
  /** Closes an account in the desk's transaction, in the house's language. */
  close(tx: Queries, playerId: bigint, by: BreakAuthor): Promise<Closing>;
  start(): void;
  stop(): Promise<void>;
}

/** Options of privacy. */
export interface PrivacyOptions {
  readonly accounts: Accounts;
  readonly addresses: Wallet["addresses"];
  readonly mailer: Mailer;
  readonly archive: Omit<ArchiveOptions, "accounts" | "addresses">;
  /** What erases rows of other modules that are due. */
  readonly retention: Pick<RetentionDeps, "documents" | "scores">;
  readonly localeOf: (tag: string) => Locale;
  /** Less than this nobody can withdraw. */
  readonly leastWithdrawal: Money;
  /** Called after each commit that wrote live events. */
  readonly notify: () => void;
}

/** Opens it. */
export function openPrivacy(
  deps: Pick<Deps, "db" | "entropy" | "log" | "settings">,
  {
    accounts,
    addresses,
    mailer,
    archive,
    retention: others,
    localeOf,
    leastWithdrawal,
    notify,
  }: PrivacyOptions,
): Privacy {
  const { db, log, settings } = deps;
  const { timeZone, translate, title } = archive;
  const exports = new DataExports({
    deps,
    archive: { ...archive, accounts, addresses },
    mailer,
    publicUrl: settings.publicUrl,
    keepDays: settings.privacy.keepExportsDays,
    notify,
  });
  const retention = new RetentionJob({ db, addresses, exports, settings: settings.privacy, ...others }, log);
  const closing = { accounts, exports, mailer, translate, title, leastWithdrawal };
  return {
    calls: {
      closeAccount: closeAccountCall({ ...closing, db, timeZone, notify }),
      ...exportCalls({ db, accounts, exports, timeZone, settings: settings.privacy }),
    },
    streams: [archiveStream(exports, { translate, localeOf })],
    exports,
    exportsADay: EXPORTS_A_DAY,
    retention,
    close: (tx, playerId, by) =>
      closeAccount(tx, closing, { playerId, by, locale: settings.product.fallbackLocale }),
    start: () => {
      exports.start();
      retention.start();
    },
    stop: async () => {
      await Promise.all([exports.stop(), retention.stop()]);
    },
  };
}
