import type { LaterPart } from "@lotus/locales";
import { queryClient } from "../api/query-client.ts";
import { idle } from "../components/idle.ts";
import { loadCatalog } from "../i18n/i18n.ts";
import { useSession } from "../session/session.ts";
import { href, type RouteName } from "../shell/routes.ts";

/** Where nearly every visit leads, and the words that only these pages have. */
const OFTEN = ["home", "lobby", "game", "bettingRecords", "report", "mine"] as const satisfies RouteName[];
const WORDS = ["slips", "records", "protection", "shield", "report"] as const satisfies LaterPart[];

/** The part used here; TypeScript's DOM types lack it. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** The files of each page, as the build hands them to boot.js. */
interface FirstPages {
  readonly files: readonly string[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
}

/**
 * Fetches the files of the pages that are opened often, one after another while the browser has nothing else to do, so that
 * they open at once; none of it runs. A player who saves data, or whose connection is very slow, fetches them at the tap.
 */
export async function fetchPages(built = filesOfPages()): Promise<void> {
  if (built === undefined || !useSession.getState().isLoggedIn() || isSpared(navigator)) return;
  // The page that is shown comes first, with all that it asks the server for.
  do await idle();
  while (queryClient.isFetching() > 0);
  const places = new Set(OFTEN.flatMap((name) => built.pages[href(name)] ?? []));
  for (const place of places) {
    const file = built.files[place];
    // What the browser has is not asked for again. A failure is told by the page, once it is opened.
    if (file !== undefined) await fetch(file, { priority: "low" }).catch(() => undefined);
    await idle();
  }
  for (const part of WORDS) await loadCatalog(part).catch(() => undefined);
}

function filesOfPages(): FirstPages | undefined {
  const built = document.querySelector<HTMLElement>("script[data-pages]")?.dataset["pages"];
  // The build has written it, and there is none in development.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return built === undefined ? undefined : (JSON.parse(built) as FirstPages);
}

function isSpared({ connection }: Navigator & { readonly connection?: Connection }): boolean {
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}
