import { wait } from "@lotus/client";
import { toast } from "@lotus/ui";
import { loadCatalog, word } from "../../i18n/i18n.ts";
import { queryClient } from "../../api/query-client.ts";
import { awaitResult, resultKey } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { forgetChased } from "../chase/sent-chase.ts";
import { gameStore } from "../slip/game-store.ts";
import { unansweredGame } from "../slip/slip-key.ts";
import { forgetRequest, type KeptRequest, keptRequests } from "./kept-requests.ts";
import { acceptedWords, NEVER } from "./outcome-words.ts";
import { type Settled, settleOutcome } from "./settle-outcome.ts";
import { whileSending } from "./while-sending.ts";

/** Long enough to be read by whoever comes back after a while. */
const SHOWN_MS = 8_000;
/** Waits after a failure; afterwards the slip itself says that it is not certain. */
const RETRY_AFTER_MS = [300, 1_000, 3_000, 10_000] as const;

/** Something that was sent and never answered. */
interface Unanswered {
  readonly key: string;
  readonly kind: keyof typeof NEVER;
  /** Whether it is so still: another window may have got the answer meanwhile. */
  isStill(): boolean;
  /** Its outcome is known. */
  settle(settled: Settled): void;
}

/**
 * Tells the player what became of the requests that this device sent without getting an answer, as when the app was killed
 * meanwhile. What did not arrive is given up, so that it cannot be done behind the player's back.
 */
export async function tellOutcomes(): Promise<void> {
  const { accessToken, jwtToken, username } = useSession.getState();
  if (accessToken === "" && jwtToken === "") return;
  const player = username.toLowerCase();
  // Each once: what cannot be settled now stays as it is.
  const asked = new Set<string>();
  for (;;) {
    const unanswered = [slipOf(player), ...keptRequests().map(keptOf)].find(
      (one): one is Unanswered => one !== null && !asked.has(one.key),
    );
    if (unanswered === undefined) return;
    asked.add(unanswered.key);
    await tellOutcome(unanswered);
  }
}

function slipOf(player: string): Unanswered | null {
  const code = unansweredGame(localStorage, player);
  const store = code === null ? null : gameStore(code);
  const attempt = store?.getState().attempt;
  if (code === null || store === null || attempt === null || attempt === undefined) return null;
  const { idempotencyKey: key, prizeNo } = attempt;
  return {
    key,
    kind: "bet",
    isStill: () =>
      store.getState().attempt?.idempotencyKey === key && unansweredGame(localStorage, player) !== null,
    settle: ({ state }) => {
      if (state === "done") {
        store.getState().settleAttempt();
        awaitResult(resultKey(code, prizeNo));
      } else {
        // The lines stay, to be placed anew or not.
        store.getState().setAttempt(null);
      }
    },
  };
}

function keptOf({ key, kind, of }: KeptRequest): Unanswered {
  return {
    key,
    kind,
    isStill: () => keptRequests().some((one) => one.key === key),
    settle: ({ state }) => {
      forgetRequest(key);
      // As those of a slip that was accepted, its lines leave the slip.
      if (kind === "chase" && state === "done") forgetChased(of);
    },
  };
}

/** Asks until the server answers. Between two tries the player may send it again. */
async function tellOutcome(one: Unanswered): Promise<void> {
  for (const waitMs of [...RETRY_AFTER_MS, null]) {
    const isOver = await whileSending(one.key, async () => {
      if (!one.isStill()) return true;
      // Without the words nothing could be told: it stays unanswered then.
      const [settled] = await Promise.all([settleOutcome(one.key), loadCatalog("outcomes")]);
      if (settled === null || settled === "refused" || !one.isStill()) return settled !== null;
      one.settle(settled);
      tell(one, settled);
      return true;
    });
    if (isOver || waitMs === null) return;
    await wait(waitMs, new AbortController().signal);
  }
}

function tell({ kind }: Unanswered, settled: Settled): void {
  if (settled.state === "givenUp") return toast(word(NEVER[kind]), { durationMs: SHOWN_MS });
  toast(acceptedWords(settled), { icon: "success", durationMs: SHOWN_MS });
  void queryClient.invalidateQueries();
}
