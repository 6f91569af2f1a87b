import { expect, test } from "vitest";
import { Gathered } from "./gathered.ts";

/** Statements that are answered when the test says so. */
function openStatements(lanes: number, servers = 1) {
  let [now, planned]: [number, { readonly at: number; readonly run: () => void }[]] = [1_000, []];
  const sent: { readonly questions: readonly number[]; readonly end: (error?: Error) => Promise<void> }[] =
    [];
  const gathered = new Gathered<number, number>(
    (questions) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      sent.push({
        questions,
        end: async (error) => {
          if (error === undefined) resolve(questions.map((question) => question * 10));
          else reject(error);
          await turn();
        },
      });
      return promise;
    },
    {
      lanes,
      servers: () => servers,
      timers: {
        now: () => now,
        after: (ms, run) => void planned.push({ at: now + ms, run }),
      },
    },
  );
  const pass = (ms: number): Promise<void> => {
    now += ms;
    const due = planned.filter(({ at }) => at <= now);
    planned = planned.filter(({ at }) => at > now);
    for (const { run } of due) run();
    return turn();
  };
  return { gathered, sent, pass };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("one that comes alone leaves at once; what is asked meanwhile goes together, and each gets its own answer", async () => {
  const { gathered, sent, pass } = openStatements(1);
  const first = gathered.ask(1);
  await turn();
  const others = [2, 3, 4].map((question) => gathered.ask(question));
  await turn();
  expect(sent.map(({ questions }) => questions)).toEqual([[1]]);
  await sent[0]?.end();
  await pass(4);
  expect(await first).toBe(10);
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2, 3, 4]]);
  await sent[1]?.end();
  expect(await Promise.all(others)).toEqual([20, 30, 40]);
});

test("a failure is told to those who asked in that statement, and to no other", async () => {
  const { gathered, sent, pass } = openStatements(1);
  const first = gathered.ask(1);
  await turn();
  const second = gathered.ask(2);
  const failed = expect(first).rejects.toThrow("lost");
  await sent[0]?.end(new Error("lost"));
  await pass(4);
  await failed;
  await sent[1]?.end();
  expect(await second).toBe(20);
});

test("a statement without an answer holds up nobody for long", async () => {
  const { gathered, sent, pass } = openStatements(1);
  void gathered.ask(1);
  await turn();
  const second = gathered.ask(2);
  await turn();
  expect(sent.map(({ questions }) => questions)).toEqual([[1]]);
  await pass(300);
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2]]);
  await sent[1]?.end();
  expect(await second).toBe(20);
});

test("statements of a lane begin apart, further for each server, so that what comes in a burst goes together", async () => {
  const { gathered, sent, pass } = openStatements(1, 3);
  void gathered.ask(1);
  await turn();
  await sent[0]?.end();
  void gathered.ask(2);
  await pass(11);
  void gathered.ask(3);
  await turn();
  expect(sent.map(({ questions }) => questions)).toEqual([[1]]);
  await pass(1);
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2, 3]]);
  await sent[1]?.end();
  await pass(12);
  void gathered.ask(4);
  await turn();
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2, 3], [4]]);
});

test("as many statements run beside each other as there are lanes", async () => {
  const { gathered, sent, pass } = openStatements(2);
  for (const question of [1, 2, 3, 4]) {
    void gathered.ask(question);
    await turn();
  }
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2]]);
  await sent[1]?.end();
  await pass(4);
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2], [3, 4]]);
});

test("no statement asks more than five hundred things", async () => {
  const { gathered, sent, pass } = openStatements(1);
  for (let question = 0; question < 1_200; question += 1) void gathered.ask(question);
  await turn();
  await sent[0]?.end();
  await pass(4);
  await sent[1]?.end();
  await pass(4);
  expect(sent.map(({ questions }) => questions.length)).toEqual([500, 500, 200]);
});
