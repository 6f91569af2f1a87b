import type { CheckPort } from "./check-tasks.ts";

/** A worker without checks is ended: its memory matters on a small phone. */
const IDLE_MS = 60_000;

type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };

/** A worker as this uses one. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate" | "addEventListener">;

/** Sends tasks to a worker, which is started for the first one, and anew after it was idle or has failed. */
export function workerPort(startWorker: () => WorkerLike): CheckPort {
  const waiting = new Map<number, Pick<PromiseWithResolvers<unknown>, "resolve" | "reject">>();
  let worker: WorkerLike | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  function end(error?: Error): void {
    worker?.terminate();
    worker = undefined;
    if (error === undefined) return;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): WorkerLike {
    const started = startWorker();
    started.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if ("error" in data) asked?.reject(new Error(data.error));
      else asked?.resolve(data.answer);
      if (waiting.size === 0) idle = setTimeout(end, IDLE_MS);
    });
    // Its file could not be loaded, or a bug of it ended it.
    started.addEventListener("error", (event) => {
      event.preventDefault();
      end(new Error(`the checks cannot run here: ${event.message}`));
    });
    return started;
  }

  const port = (task: unknown): Promise<unknown> => {
    clearTimeout(idle);
    worker ??= start();
    const sent = worker;
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      // A worker has a single page and takes no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      sent.postMessage({ id, task });
    });
  };
  // The worker answers each kind of task as CheckAnswers says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return port as CheckPort;
}
