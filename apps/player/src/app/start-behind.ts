import { idle } from "../components/idle.ts";

/**
 * Begins what tells and checks in the background, one after another while the browser has nothing else to do: a slow phone
 * can be tapped in between.
 */
export async function startBehind(): Promise<void> {
  await idle();
  await import("../features/news/start-news.tsx").then(({ startNews }) => startNews()).catch(giveUp);
  await idle();
  await import("../features/fairness/session-bets.ts").then(({ sessionBets }) => sessionBets.start(), giveUp);
}

/** Results and shields can still be found in the records, and the next start tries again. */
const giveUp = (): undefined => undefined;
