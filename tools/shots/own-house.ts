import { resolve } from "node:path";
import { openDatabase, type Database } from "../../apps/server/src/db/database.ts";
import { type Accounts, HOUSE_SETTINGS, openAccounts, START } from "../../e2e/screens/accounts.ts";
import { openHouseOn } from "../../e2e/open-house.ts";
import { withOwnPlace } from "../simulate/own-place.ts";

/** Does something with a house whose clock stands, with its players and the given app, and leaves nothing behind. */
export async function withHouse(
  builtApp: string | undefined,
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  await withOwnPlace(async ({ url, ownerUrl }) => {
    const open = (at: string, size: number): Database =>
      openDatabase({ url: at, applicationName: "shots", size, random: () => 0.5, waitTimeoutMs: 10_000 });
    const [db, owner] = [open(url, 10), open(ownerUrl, 3)];
    const close = async (): Promise<void> => {
      await Promise.all([db.close(), owner.close()]);
    };
    const house = await openHouseOn({ db, owner, url, ownerUrl, close }, START, HOUSE_SETTINGS, {
      ...(builtApp !== undefined && { builtApp: resolve(builtApp) }),
    });
    try {
      const accounts = await openAccounts(house);
      await work(accounts);
      accounts.close();
    } finally {
      await house.close();
    }
  });
}
