import { readFileSync } from "node:fs";
import { sql } from "@lotus/server/db/database";
import { enrolPlayers } from "../load/enrolled-players.ts";
import { LiveStream } from "../load/live-stream.ts";
import { WireConnection, wireRequest } from "../load/wire.ts";
import type { Figure } from "../budget/bars.ts";
import { type ServerUnderLoad, openServer } from "../load/server-under-load.ts";
import { percentile } from "./percentile.ts";
import type { Section } from "./section.ts";

const STREAMS = 10_000;
/** With --large. */
const MANY_STREAMS = 50_000;
/** Files that a server and the load need besides the streams. */
const OTHER_FILES = 500;
const AT_ONCE = 100;
// Local addresses to connect from, so that none runs out of ports.
const ADDRESSES = 8;
/** Of a stream, above the server without any. */
const MAX_KB = 10;
const GAME = "FFC";
// Time to start watching before a draw, longer than any minute game takes to draw.
const MARGIN_MS = 3_000;
const DRAWN_WITHIN_MS = 90_000;

const DRAWN_AT = sql`SELECT epoch_ms(drawn_at) AS drawn_at FROM period WHERE game = $1 AND period_no = $2`;

const LIFTED = { STREAMS_MAX: "200000", STREAMS_PER_ADDRESS: "200000", CONNECTIONS_MAX: "200000" };

/**
 * Ten or fifty thousand live streams, or as many as a process may have files: their memory, and the delay until the last one
 * receives a draw.
 */
export const streams: Section = async ({ folder, log, scale, large }) => {
  // The first start generates every chain, which takes memory; the streams' memory is measured on a second one.
  const dataDir = folder("streams");
  const first = await openServer(dataDir);
  const firstMb = megabytes(first);
  await first.stop();
  const server = await openServer(dataDir, LIFTED);
  const open: LiveStream[] = [];
  try {
    const wanted = (large ? MANY_STREAMS : STREAMS) * scale;
    const possible = Math.min(wanted, openFilesMax() - OTHER_FILES);
    if (possible < wanted)
      log(`streams: a process may open ${openFilesMax()} files here, so ${possible} instead of ${wanted}`);
    const players = await enrolPlayers(server.owner, possible, 100n);
    const emptyMb = megabytes(server);
    for (let from = 0; from < players.length; from += AT_ONCE) {
      const some = players.slice(from, from + AT_ONCE).map(({ token }, at) => {
        return LiveStream.open(server.port, token, `127.0.0.${1 + ((from + at) % ADDRESSES)}`);
      });
      open.push(...(await Promise.all(some)));
    }
    const openMb = megabytes(server);
    log(`streams: ${open.length} open`);
    const delays = await delaysOfADraw(server, open);
    return figuresOf({
      firstMb,
      emptyMb,
      streams: open.length,
      maxMb: Math.max(openMb, megabytes(server)),
      delays,
    });
  } finally {
    for (const stream of open) stream.close();
    await server.stop();
  }
};

/** Milliseconds from the draw's own time, which is just before its commit, to each stream. */
async function delaysOfADraw(server: ServerUnderLoad, open: readonly LiveStream[]): Promise<number[]> {
  const prizeNo = await nextDraw(server.port);
  const delays: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      const cut = open.filter(({ isOpen }) => !isOpen).length;
      reject(new Error(`${delays.length} of ${open.length} streams heard of ${prizeNo}, ${cut} were cut`));
    }, DRAWN_WITHIN_MS);
    for (const stream of open) {
      stream.watchDraw(GAME, prizeNo, () => {
        delays.push(performance.timeOrigin + performance.now());
        if (delays.length < open.length) return;
        clearTimeout(late);
        resolve();
      });
    }
  });
  const [row] = await server.owner.query<{ drawn_at: bigint }>(DRAWN_AT, [GAME, prizeNo]);
  if (row === undefined) throw new Error(`${prizeNo} is unknown`);
  return delays.map((at) => at - Number(row.drawn_at));
}

/** The period with the next draw that is not imminent. */
async function nextDraw(port: number): Promise<string> {
  const connection = await WireConnection.open(port);
  try {
    for (;;) {
      const reply = await connection.send(
        wireRequest({ method: "GET", path: `/api/lottery/current/${GAME}` }),
      );
      // The server's reply, whose shape its contract fixes.
      const { data } = JSON.parse(reply.body) as { data: { prizeNo: string; drawAt: number } | null };
      // A busy machine may be late with the next period.
      const left = data === null ? 0 : data.drawAt - Date.now();
      if (data !== null && left > MARGIN_MS) return data.prizeNo;
      // A draw comes at its time; before the streams are watched there is no event to wait for.
      await new Promise((resolve) => setTimeout(resolve, Math.max(50, left)));
    }
  } finally {
    connection.close();
  }
}

/** How many files a process may have open, each stream one at either end. */
function openFilesMax(): number {
  return Number(
    /^Max open files\s+(\d+)/mu.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? Number.NaN,
  );
}

function megabytes(server: ServerUnderLoad): number {
  return server.residentBytes() / 1024 ** 2;
}

function figuresOf(run: {
  readonly streams: number;
  readonly firstMb: number;
  readonly emptyMb: number;
  readonly maxMb: number;
  readonly delays: readonly number[];
}): Figure[] {
  const section = "streams";
  return [
    {
      section,
      name: `memory of the server with ${run.streams.toLocaleString("en-US")} streams`,
      value: run.maxMb,
      unit: "MB",
      beside: { name: "without", value: run.emptyMb },
    },
    {
      section,
      name: "memory of a stream",
      value: ((run.maxMb - run.emptyMb) * 1024) / run.streams,
      unit: "KB",
      bar: { of: "value", most: MAX_KB },
    },
    { section, name: "memory of the server after a first start", value: run.firstMb, unit: "MB" },
    { section, name: "from a draw to half of the clients", value: percentile(run.delays, 0.5), unit: "ms" },
    {
      section,
      name: "from a draw to the last client",
      value: percentile(run.delays, 1),
      unit: "ms",
      // The result must reach every stream within a second.
      bar: { of: "value", most: 1_000 },
    },
  ];
}
