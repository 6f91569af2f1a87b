import { resolve } from "node:path";
import { openDatabase, type Database } from "@lotus/server/db/database";
import { type Accounts, HOUSE_SETTINGS, openAccounts, START } from "../../e2e/screens/accounts.ts";
import { openServerOn } from "../../e2e/testing/open-server.ts";
import { withOwnPlace } from "../simulate/own-place.ts";

/** Runs work with a server whose clock is frozen, with players and the given app; leaves nothing behind. */
export async function withServer(
  builtApp: string | undefined,
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  await withOwnPlace(async ({ url, ownerUrl }) => {
    const open = (at: string, size: number): Database =>
      openDatabase({
        url: at,
        applicationName: "screenshots",
        size,
        random: () => 0.5,
        waitTimeoutMs: 10_000,
      });
    const [db, owner] = [open(url, 10), open(ownerUrl, 3)];
    const close = async (): Promise<void> => {
      await Promise.all([db.close(), owner.close()]);
    };
    const server = await openServerOn({ db, owner, url, ownerUrl, close }, START, HOUSE_SETTINGS, {
      ...(builtApp !== undefined && { builtApp: resolve(builtApp) }),
    });
    try {
      const accounts = await openAccounts(server);
      await work(accounts);
      accounts.close();
    } finally {
      await server.close();
    }
  });
}
