import { ApiError, wait } from "@lotus/client";
import { CALLS, type CallData } from "@lotus/contract";
import { toast } from "@lotus/ui";
import { formatsOf } from "../../i18n/formats.ts";
import { chosenLocale, i18n, whenSpoken, word } from "../../i18n/i18n.ts";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";
import { awaitResult, resultKey } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { gameStore } from "./game-store.ts";
import { unansweredGame } from "./slip-key.ts";
import { whileSending } from "./while-sending.ts";

/** Long enough to be read by whoever comes back after a while. */
const SHOWN_MS = 8_000;
const ASK_WITHIN_MS = 5_000;
/** Waits after a failure; afterwards the slip itself says that it is not certain. */
const RETRY_AFTER_MS = [300, 1_000, 3_000, 10_000] as const;

type Settled = CallData<typeof CALLS.settleOutcome>;

/**
 * Tells the player what became of the slips that this device sent without getting an answer, as when the app was killed
 * meanwhile. What did not arrive is given up, so that it cannot be placed behind the player's back.
 */
export async function tellOutcomes(): Promise<void> {
  const { accessToken, jwtToken, username } = useSession.getState();
  if (accessToken === "" && jwtToken === "") return;
  const player = username.toLowerCase();
  const asked = new Set<string>();
  for (;;) {
    const code = unansweredGame(localStorage, player);
    // Each game once: what cannot be settled now stays as it is.
    if (code === null || asked.has(code)) return;
    asked.add(code);
    await tellOutcome(code, player);
  }
}

async function tellOutcome(code: string, player: string): Promise<void> {
  const store = gameStore(code);
  const key = store.getState().attempt?.idempotencyKey;
  if (key === undefined) return;
  await whileSending(key, async () => {
    const { attempt } = store.getState();
    // The window that sent it has got its answer meanwhile.
    if (attempt?.idempotencyKey !== key || unansweredGame(localStorage, player) === null) return;
    const settled = await settle(key);
    if (settled === null || store.getState().attempt?.idempotencyKey !== key) return;
    if (settled.state === "done") {
      store.getState().settleAttempt();
      awaitResult(resultKey(code, attempt.prizeNo));
      await whenSpoken();
      toast(word("play.slip.hadArrived", { total: totalOf(settled) }), {
        icon: "success",
        durationMs: SHOWN_MS,
      });
      void queryClient.invalidateQueries();
    } else {
      // The lines stay, to be placed anew or not.
      store.getState().setAttempt(null);
      await whenSpoken();
      toast(word("play.slip.neverArrived"), { durationMs: SHOWN_MS });
    }
  });
}

/** The outcome, final from now on; null while the server cannot be reached. */
async function settle(key: string): Promise<Settled | null> {
  for (const waitMs of [...RETRY_AFTER_MS, null]) {
    try {
      const options = { hideErrors: true, timeoutMs: ASK_WITHIN_MS };
      return await api.call(CALLS.settleOutcome, { body: { key } }, options);
    } catch (error) {
      // The session is over, or the server refuses to tell: asking again changes nothing.
      if (!(error instanceof ApiError) || error.kind === "refusal" || waitMs === null) return null;
      await wait(waitMs, new AbortController().signal);
    }
  }
  return null;
}

/** What the slip cost. */
function totalOf(settled: Extract<Settled, { state: "done" }>): string {
  if (settled.call !== "order") throw new Error(`the key of a slip was used for ${settled.call}`);
  return formatsOf(chosenLocale(i18n.locale)).money(settled.data.total);
}
