import { openBetStore } from "./bet-store.ts";
import { Checker } from "./checker.ts";
import type { CheckTask } from "./check-tasks.ts";

/** The log is on the server of the app. */
const LOG_URL = "/log/";
const FETCH_TIMEOUT_MS = 15_000;

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });

const checker = new Checker({
  fetchLogFile: async (path) => {
    const reply = await get(LOG_URL + path);
    return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : null;
  },
  fetch: (input, init) => fetch(input, init),
  fetchProof: async (gameCode, periodNo) => {
    const reply = await get(`/api/lottery/proof/${gameCode}/${periodNo}`);
    const envelope: unknown = await reply.json();
    if (Reflect.get(Object(envelope), "code") !== 0) throw new Error("the server has no proof");
    return Reflect.get(Object(envelope), "data");
  },
  loadVerifyRound: async () => (await import("@lotus/beacon/verify")).verifyRound,
  store: openBetStore(globalThis.indexedDB, Date.now),
});

/** A task with the number under which its answer is awaited. */
interface Numbered {
  readonly id: number;
  readonly task: CheckTask;
}

// Only the page that started this worker sends to it, and gets its answers.
self.addEventListener("message", ({ data: { id, task } }: MessageEvent<Numbered>) => {
  checker.run(task).then(
    (answer) => reply({ id, answer }),
    (error: unknown) => reply({ id, error: String(error) }),
  );
});

function reply(answer: object): void {
  // A worker has a single page and takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(answer);
}
