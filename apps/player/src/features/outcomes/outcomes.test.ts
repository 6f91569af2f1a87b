import { ApiError, AttemptKey, isOutcomeKnown } from "@lotus/client";
import { hideToast } from "@lotus/ui";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { activateLocale } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { isAnythingUnanswered } from "./anything-unanswered.ts";
import { keepRequest, keptRequests } from "./kept-requests.ts";
import { sendKept } from "./send-kept.ts";
import { tellOutcomes } from "./tell-outcomes.ts";

const toasts = vi.hoisted((): string[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string) => void toasts.push(text),
}));

const ORDER = { orderNo: "W1", type: "withdrawal", amount: "50.00", status: "pendingReview", time: 1 };
const DONE = { state: "done", call: "makeOrder", code: 0, data: ORDER, at: 1 };
const GIVEN_UP = { state: "givenUp", at: 1 };
const body = { type: "withdrawal", amount: "50.00", addr_id: "1", trans_password: "135790" } as const;

type Answer = () => Promise<Response>;
const reply = (data: unknown, code = 0, msg = ""): Answer => {
  return () => Promise.resolve(new Response(JSON.stringify({ code, msg, data })));
};
const lost: Answer = () => Promise.reject(new TypeError("network"));
const REFUSED = reply(null, 3012, "Not enough balance");

/** How the server answers requests and questions, in turn; the last answer stays. */
let requests: Answer[];
let questions: Answer[];
let sent: string[];
let attempt: AttemptKey;

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 });
  await activateLocale("en-US");
  localStorage.clear();
  toasts.length = 0;
  [requests, questions, sent] = [[], [lost], []];
  attempt = new AttemptKey();
  useSession.setState({ accessToken: "token", username: "Lan_88" });
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    const isQuestion = input.includes("settleOutcome");
    if (!isQuestion) sent.push(new Headers(init.headers).get("Idempotency-Key") ?? "");
    const answers = isQuestion ? questions : requests;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return (answer ?? lost)();
  });
});
afterEach(() => {
  hideToast();
  localStorage.clear();
  useSession.setState({ accessToken: "", username: "" });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ask = () => sendKept("withdrawal", { body }, { of: "1 50.00", attempt });
async function failureOf(asked: Promise<unknown>): Promise<ApiError> {
  const failure = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof ApiError) return failure;
  throw new Error("it did not fail");
}

describe("a request that moves money", () => {
  test("is kept while it is on its way, and forgotten with its answer", async () => {
    requests = [
      async () => {
        expect(keptRequests()).toMatchObject([{ key: sent[0], kind: "withdrawal", of: "1 50.00" }]);
        expect(isAnythingUnanswered(localStorage)).toBe(true);
        return await reply(ORDER)();
      },
    ];
    expect(await ask()).toEqual(ORDER);
    expect(isAnythingUnanswered(localStorage)).toBe(false);
  });

  test("whose reply is lost is told as accepted, if it was", async () => {
    [requests, questions] = [[lost], [lost, reply(DONE)]];
    expect(await ask()).toEqual(ORDER);
    expect(toasts).toEqual([]);
    expect(keptRequests()).toEqual([]);
  });

  test("whose reply is lost and that did not arrive says so; the next has another key", async () => {
    [requests, questions] = [[lost, reply(ORDER)], [reply(GIVEN_UP)]];
    expect(isOutcomeKnown(await failureOf(ask()))).toBe(true);
    expect(toasts).toEqual(["Your last withdrawal did not arrive. Nothing was taken."]);
    await ask();
    expect(new Set(sent).size).toBe(2);
  });

  test("that is refused at once is over; a refusal of its second try is asked for", async () => {
    [requests, questions] = [[REFUSED], [reply(DONE)]];
    expect((await failureOf(ask())).codeName).toBe("NOT_ENOUGH_BALANCE");
    expect(keptRequests()).toEqual([]);
    [requests, questions, toasts.length] = [[lost, REFUSED], [lost, lost, lost, reply(DONE)], 0];
    expect(isOutcomeKnown(await failureOf(ask()))).toBe(false);
    const told = vi.waitFor(() => expect(toasts).toContain("Your withdrawal of 50.00 was accepted."));
    await vi.advanceTimersByTimeAsync(10_000);
    await told;
    expect(keptRequests()).toEqual([]);
  });

  test("a busy server, then a refusal: it was accepted all the same, and no refusal is shown", async () => {
    const busy = reply(null, 9503, "busy");
    requests = [
      async () => new Response(await (await busy()).text(), { status: 503, headers: { "Retry-After": "0" } }),
      REFUSED,
    ];
    questions = [reply(DONE)];
    expect(await ask()).toEqual(ORDER);
    expect(toasts).toEqual([]);
  });

  test("another screen, or the app opened anew, sends the same once more under the same key", async () => {
    requests = [lost];
    await failureOf(ask());
    attempt = new AttemptKey();
    requests = [reply(ORDER)];
    expect(await ask()).toEqual(ORDER);
    expect(new Set(sent).size).toBe(1);
  });

  test("under a key that was given up meanwhile is sent under a new one", async () => {
    requests = [reply(null, 2034, "given up"), reply(ORDER)];
    expect(await ask()).toEqual(ORDER);
    expect(new Set(sent).size).toBe(2);
    expect(toasts).toEqual([]);
  });
});

describe("what a killed app left", () => {
  const leave = () => keepRequest({ kind: "withdrawal", of: "1 50.00", key: "left-behind" });

  test.each([
    ["accepted", DONE, "Your withdrawal of 50.00 was accepted."],
    ["never arrived", GIVEN_UP, "Your last withdrawal did not arrive. Nothing was taken."],
  ])("is told: %s", async (_what, outcome, words) => {
    leave();
    questions = [reply(outcome)];
    await tellOutcomes();
    expect(toasts).toEqual([words]);
    expect(isAnythingUnanswered(localStorage)).toBe(false);
  });

  test("is told to its own player alone", async () => {
    leave();
    useSession.setState({ username: "somebody_else" });
    questions = [reply(DONE)];
    await tellOutcomes();
    expect(toasts).toEqual([]);
    expect(isAnythingUnanswered(localStorage)).toBe(true);
  });

  test("stays while the server cannot be reached", async () => {
    leave();
    const telling = tellOutcomes();
    await vi.advanceTimersByTimeAsync(30_000);
    await telling;
    expect(keptRequests()).toHaveLength(1);
  });

  test.each([
    ["cancel", { refund: "2.00", balance: "9.00", orderNo: "B1" }, "Your bet was cancelled, 2.00 returned."],
    ["cancelRecharge", { ...ORDER, type: "recharge" }, "Your recharge of 50.00 was cancelled."],
    ["confirmPaid", { ...ORDER, type: "recharge" }, "Your payment of 50.00 is being looked for."],
    ["makeOrder", { ...ORDER, type: "recharge" }, "Your recharge of 50.00 was accepted."],
  ] as const)("%s has its own words", async (call, data, words) => {
    const kind = call === "makeOrder" ? "recharge" : call;
    keepRequest({ kind, of: "x", key: "left-behind" });
    questions = [reply({ ...DONE, call, data })];
    await tellOutcomes();
    expect(toasts).toEqual([words]);
  });
});
