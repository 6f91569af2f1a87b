import type { BrowserContext, Page } from "playwright-core";
import { GAMES } from "@lotus/games";
import type { CallData, CALLS } from "@lotus/contract";
import { LoadClient } from "../load/client.ts";
import { pause } from "../faults/server-process.ts";
import { Random } from "../simulate/random.ts";
import { randomLine } from "../simulate/slips.ts";
import type { Figure } from "./bars.ts";
import type { TraceEvent } from "./trace-event.ts";

/** A phone is so many times slower than this machine. */
const SLOWER = 6;
const BETS = 50;
const DAY_WITHIN_MS = 400_000;
const CHECKED_WITHIN_MS = 180_000;
/** The last check is over by then. */
const QUIET_MS = 4_000;
/** A page without anything of its own to do. */
const STILL_PAGE = "/pages-sub/settings/index";

interface Placed {
  readonly orderNo: string;
  readonly gameCode: string;
  readonly periodNo: string;
}

/** With the name of a thread, where it is that. */
interface NamedEvent extends TraceEvent {
  readonly args: { readonly name?: string };
}

/**
 * What checking fifty bets in the background costs a page of a phone: its longest task meanwhile, and what the worker
 * takes. The player of the context is logged in.
 */
export async function checkingFigures(port: number, context: BrowserContext): Promise<Figure[]> {
  const page = await context.newPage();
  await page.goto(STILL_PAGE);
  const { token, account } = await page.evaluate(() => {
    const { state } = JSON.parse(localStorage.getItem("lotus.session") ?? "{}");
    return { token: String(state.accessToken), account: String(state.username) };
  });
  const placed = await placeBets(port, token);
  await settled(port, token, placed);
  await remember(page, account, placed);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const events: NamedEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as NamedEvent[])));
  let [asked, lastAt] = [0, 0];
  page.on("requestfinished", (request) => {
    if (request.url().includes("/api/lottery/receipt/")) [asked, lastAt] = [asked + 1, performance.now()];
  });
  await page.reload();
  await when(() => asked > 0);
  const began = performance.now();
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "disabled-by-default-devtools.timeline"] },
  });
  // The page is not asked meanwhile: that would be work of its own.
  await when(() => asked >= BETS && performance.now() - lastAt > QUIET_MS);
  const took = lastAt - began;
  const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await complete;
  await refuseUnchecked(page);
  await page.close();
  return figuresOf(events, took);
}

function figuresOf(events: readonly NamedEvent[], took: number): Figure[] {
  const tasksOf = (thread: RegExp): number[] => {
    const threads = events.filter(
      ({ ph, name, args }) => ph === "M" && name === "thread_name" && thread.test(args.name ?? ""),
    );
    const ids = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
    return events
      .filter(({ name, pid, tid }) => name === "ThreadControllerImpl::RunTask" && ids.has(`${pid} ${tid}`))
      .map(({ dur = 0 }) => dur / 1000);
  };
  const [page, worker] = [tasksOf(/^CrRendererMain$/u), tasksOf(/^DedicatedWorker/u)];
  const figure = (name: string, value: number, unit: string, most?: number): Figure => ({
    section: "checking",
    name,
    value,
    unit,
    ...(most === undefined ? {} : { bar: { of: "value", most } }),
  });
  return [
    figure(`${BETS} bets checked in the background`, took / 1000, "s"),
    figure(`longest task of the page meanwhile, ${SLOWER}× slower`, Math.max(...page), "ms", 16),
    figure("tasks of the page", page.length, ""),
    figure(`longest task of the worker, ${SLOWER}× slower`, Math.max(...worker) * SLOWER, "ms", 1_000),
    figure(`work of the worker for each bet, ${SLOWER}× slower`, (sum(worker) / BETS) * SLOWER, "ms", 100),
  ];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Bets on the games that are drawn within minutes, in as many slips as there are such games. */
async function placeBets(port: number, token: string): Promise<Placed[]> {
  const client = new LoadClient(port, 1);
  const random = new Random(1);
  const quick = GAMES.filter(({ code }) => code !== "LHC");
  const placed: Placed[] = [];
  for (let at = 0; placed.length < BETS; at += 1) {
    const { code } = quick[at % quick.length] ?? { code: "FFC" };
    const rule = await client.send<CallData<typeof CALLS.rule>>({ path: `/api/lottery/rule/${code}`, token });
    const current = await client.send<CallData<typeof CALLS.current>>({
      path: `/api/lottery/current/${code}`,
      token,
    });
    const option = rule.data.rules[0]?.childrens[0];
    const periodNo = current.data?.prizeNo;
    if (option === undefined || periodNo === undefined) throw new Error(`${code} has nothing to bet on`);
    const wanted = Math.min(10, BETS - placed.length);
    const bets = Array.from({ length: wanted }, () => randomLine(option, random, "1.00"));
    const reply = await client.send<CallData<typeof CALLS.order>>({
      path: `/api/lottery/order/${code}`,
      token,
      key: `checking-${at}-${performance.now()}`.slice(0, 32),
      body: { prize_no: periodNo, bets },
    });
    // Between two sales.
    if (reply.code !== 0) await pause(2_000);
    else placed.push(...reply.data.orders.map(({ orderNo }) => ({ orderNo, gameCode: code, periodNo })));
  }
  client.close();
  return placed;
}

async function settled(port: number, token: string, placed: readonly Placed[]): Promise<void> {
  const client = new LoadClient(port, 1);
  const until = performance.now() + DAY_WITHIN_MS;
  const open = new Set(placed.map(({ orderNo }) => orderNo));
  while (open.size > 0) {
    if (performance.now() > until) throw new Error(`${open.size} bets are not settled`);
    await pause(3_000);
    const { data } = await client.send<{ readonly list: readonly { orderNo: string; status: string }[] }>({
      path: "/api/lottery/orderList/ALL?range=7d&page_size=100",
      token,
    });
    for (const { orderNo, status } of data.list)
      if (status === "won" || status === "notWon") open.delete(orderNo);
  }
  client.close();
}

/** Makes the phone know the bets, as when the app was closed before their draws. */
async function remember(page: Page, account: string, placed: readonly Placed[]): Promise<void> {
  const bets = placed.map((bet) => ({
    ...bet,
    account,
    since: Date.now(),
    receipt: null,
    askedToCancel: false,
    outcome: null,
  }));
  await page.evaluate(inStore("readwrite", `for (const bet of ${JSON.stringify(bets)}) store.put(bet);`));
}

async function refuseUnchecked(page: Page): Promise<void> {
  const bets = await page.evaluate<{ outcome: { isFinal: boolean } | null }[]>(
    inStore("readonly", "asked = store.getAll();"),
  );
  const left = bets.filter(({ outcome }) => outcome?.isFinal !== true).length;
  if (left > 0) throw new Error(`${left} bets were not checked to the end`);
}

async function when(isSo: () => boolean): Promise<void> {
  const until = performance.now() + CHECKED_WITHIN_MS;
  while (!isSo()) {
    if (performance.now() > until) throw new Error("the bets were not checked in time");
    await pause(100);
  }
}

/** A script for the page that does something in the app's store of bets; its result is that of `asked`. */
function inStore(mode: "readonly" | "readwrite", work: string): string {
  return `new Promise((resolve, reject) => {
    const opening = indexedDB.open("lotus.bets");
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("bet", "${mode}");
      const store = writing.objectStore("bet");
      let asked;
      ${work}
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve(asked?.result);
      });
    });
  })`;
}
