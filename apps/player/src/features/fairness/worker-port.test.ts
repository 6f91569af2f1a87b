import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { workerPort } from "./worker-port.ts";

/** A worker that a test answers for. */
class FakeWorker extends EventTarget {
  readonly asked: { id: number; task: unknown }[] = [];
  isEnded = false;
  postMessage = (message: { id: number; task: unknown }) => void this.asked.push(message);
  terminate = () => void (this.isEnded = true);
  answer(data: object): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

let workers: FakeWorker[];
const open = () =>
  workerPort(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const policy = (text: string) => ({ kind: "policy", policy: text }) as const;

test("each task gets its own answer, in whichever order they come", async () => {
  const port = open();
  const [first, second] = [port(policy("a")), port(policy("b"))];
  const [worker] = workers;
  expect(worker?.asked.map(({ task }) => task)).toEqual([policy("a"), policy("b")]);
  worker?.answer({ id: worker.asked[1]?.id, answer: true });
  worker?.answer({ id: worker.asked[0]?.id, answer: false });
  expect([await first, await second]).toEqual([false, true]);
});

test("a task that cannot be done fails alone", async () => {
  const port = open();
  const [bad, good] = [port(policy("a")), port(policy("b"))];
  const [worker] = workers;
  worker?.answer({ id: worker.asked[0]?.id, error: "PolicyError" });
  worker?.answer({ id: worker.asked[1]?.id, answer: true });
  await expect(bad).rejects.toThrow("PolicyError");
  expect(await good).toBe(true);
});

test("a worker that breaks fails what it was asked, and the next task gets another one", async () => {
  const port = open();
  const asked = port(policy("a"));
  workers[0]?.dispatchEvent(new ErrorEvent("error", { message: "no such file", cancelable: true }));
  await expect(asked).rejects.toThrow("no such file");
  void port(policy("b"));
  expect(workers).toHaveLength(2);
});

test("a worker without tasks is ended after a minute, and not before", async () => {
  const port = open();
  const asked = port(policy("a"));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(workers[0]?.isEnded).toBe(false);
  workers[0]?.answer({ id: workers[0].asked[0]?.id, answer: true });
  await asked;
  await vi.advanceTimersByTimeAsync(59_000);
  expect(workers[0]?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(workers[0]?.isEnded).toBe(true);
});
