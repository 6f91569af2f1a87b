import { Checker } from "./checker.ts";
import type { CheckTask } from "./check-tasks.ts";

/** The log is on the server of the app. */
const LOG_URL = "/log/";
const FETCH_TIMEOUT_MS = 15_000;

const checker = new Checker(
  async (path) => {
    const reply = await fetch(LOG_URL + path, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : null;
  },
  async () => (await import("@lotus/beacon/verify")).verifyRound,
);

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
