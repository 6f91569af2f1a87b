import type { StreamRoute, PlayerCalls } from "../http/handler.ts";
import type { Deps } from "../deps.ts";
import type { Locale } from "@lotus/locales";
import type { Accounts } from "../accounts/accounts.ts";
import type { Mailer } from "../mail/mail.ts";
import type { Wallet } from "../wallet/wallet.ts";
import type { ArchiveOptions } from "./archive/write-archive.ts";
import { closeAccountCall, type CloseAccountDeps } from "./calls/close-account.ts";
import { exportCalls } from "./calls/export-data.ts";
import { archiveStream } from "./exports/archive-stream.ts";
import { DataExports } from "./exports/data-exports.ts";
import { RetentionJob } from "./retention/retention-job.ts";

export { closeAccount, type Closing } from "./close-account.ts";
export { type Asking, DataExports, SEALED_EXPORTS } from "./exports/data-exports.ts";
export { RETENTION, type RetentionRow } from "./retention/retention.ts";
export type { RetentionRun } from "./retention/retention-job.ts";
export type { RetentionJob } from "./retention/retention-job.ts";

/** Public API of what players can do about their account and its data as a whole. */
export interface Privacy {
  readonly calls: PlayerCalls<"closeAccount" | "exportData" | "exportState" | "exportTicket">;
  /** The route of archives. */
  readonly streams: readonly StreamRoute[];
  readonly exports: DataExports;
  readonly retention: RetentionJob;
  start(): void;
  stop(): Promise<void>;
}

/** Options of privacy. */
export interface PrivacyOptions extends Omit<CloseAccountDeps, "db" | "accounts" | "exports" | "timeZone"> {
  readonly accounts: Accounts;
  readonly addresses: Wallet["addresses"];
  readonly mailer: Mailer;
  readonly archive: Omit<ArchiveOptions, "accounts" | "addresses">;
  readonly localeOf: (tag: string) => Locale;
}

/** Opens it. */
export function openPrivacy(
  deps: Pick<Deps, "db" | "entropy" | "log" | "settings">,
  { accounts, addresses, mailer, archive, localeOf, leastWithdrawal, notify }: PrivacyOptions,
): Privacy {
  const { db, log, settings } = deps;
  const { timeZone, translate } = archive;
  const exports = new DataExports({
    deps,
    archive: { ...archive, accounts, addresses },
    mailer,
    publicUrl: settings.publicUrl,
    keepDays: settings.privacy.keepExportsDays,
    notify,
  });
  const retention = new RetentionJob({ db, addresses, exports, settings: settings.privacy }, log);
  return {
    calls: {
      closeAccount: closeAccountCall({ db, accounts, exports, timeZone, leastWithdrawal, notify }),
      ...exportCalls({ db, accounts, exports, timeZone }),
    },
    streams: [archiveStream(exports, { translate, localeOf })],
    exports,
    retention,
    start: () => {
      exports.start();
      retention.start();
    },
    stop: async () => {
      await Promise.all([exports.stop(), retention.stop()]);
    },
  };
}
