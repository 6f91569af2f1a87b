import { setTimeout as pause } from "node:timers/promises";
import { formatMoney, parseMoney, parseOdds, payout } from "@lotus/money";
import { LoadClient } from "../load/client.ts";
import { enrolPlayers, type EnrolledPlayer } from "../load/enrolled-players.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";

/** Caps of a demo: per player and selection, per player and period, per selection. */
const CAPS = { selection: 400_000_00n, period: 2_000_000_00n, house: 5_000_000_00n };
const GAME = "FFC";
/** A stake on one digit that pays just under the maximum of an order: 399,750.00. */
const STAKE = "41000.00";
const CASH = 100_000_000_00n;
const LINES = 200;
const AT_ONCE = 20;
/** All attempts at one period take less. */
const SALE_MS = 20_000;

/** Places of a five-digit draw on which a line bets the digit seven: with more, each pays. */
type Places = readonly number[];

interface Reply {
  readonly orders: readonly { readonly odds: Readonly<Record<string, string>> }[];
}

interface Current {
  readonly prizeNo: string;
  readonly closeAt: number;
  readonly status: string;
}

/** Sum of the accepted bets as a draw of five sevens would pay them. */
class Winnings {
  readonly #sums = new Map<string, bigint>();
  slips = 0;
  refused = 0;

  add(parts: { readonly player: bigint; readonly selection: string; readonly paid: bigint }): void {
    const { player, selection, paid } = parts;
    for (const name of [`selection ${player} ${selection}`, `period ${player}`, `server ${selection}`])
      this.#sums.set(name, (this.#sums.get(name) ?? 0n) + paid);
  }

  /** The most of a kind. */
  most(kind: keyof typeof CAPS): bigint {
    let most = 0n;
    for (const [name, sum] of this.#sums) if (name.startsWith(`${kind} `) && sum > most) most = sum;
    return most;
  }
}

/** Waits for a period with time enough left. */
async function aSale(client: LoadClient, log: AttackContext["log"]): Promise<string> {
  for (let reported = false; ; reported = true) {
    const { data } = await client.send<Current | null>({ path: `/api/lottery/current/${GAME}` });
    if (data !== null && data.status === "open" && data.closeAt - Date.now() > SALE_MS) return data.prizeNo;
    if (!reported) log("waits for the next period");
    await pause(500);
  }
}

async function run({ openServer, log }: AttackContext): Promise<AttackResult> {
  const server = await openServer();
  const client = new LoadClient(server.port, AT_ONCE);
  try {
    return await tryAll(server, client, log);
  } finally {
    client.close();
  }
}

async function tryAll(
  server: ServerUnderLoad,
  client: LoadClient,
  log: AttackContext["log"],
): Promise<AttackResult> {
  const players = await enrolPlayers(server.owner, AT_ONCE + 3, CASH);
  const prizeNo = await aSale(client, log);
  const winnings = new Winnings();
  const bet = async (
    player: EnrolledPlayer | undefined,
    amount: string,
    lines: readonly Places[],
  ): Promise<void> => {
    if (player === undefined) throw new Error("too few players");
    const bets = lines.map((places) => ({
      option_id: "YX.DWD",
      amount,
      groups: places.map((place) => ({ code: `place${place}`, items: ["7"] })),
    }));
    const body = { prize_no: prizeNo, bets };
    const reply = await client.send<Reply | null>({
      path: `/api/lottery/order/${GAME}`,
      token: player.token,
      body,
    });
    winnings.slips += 1;
    if (reply.code !== 0) winnings.refused += 1;
    for (const [at, { odds }] of (reply.code === 0 ? (reply.data?.orders ?? []) : []).entries()) {
      const places = lines[at] ?? [];
      const figure = parseOdds(odds["hit"] ?? "");
      if (!figure.ok) throw new Error("an order without odds");
      const paid = payout(minor(amount), places.length, figure.value);
      winnings.add({ player: player.id, selection: places.join("+"), paid });
    }
  };
  const [repeater, varier, hurrier, ...crowd] = players;

  log("one player repeats one line");
  for (let lines = LINES; lines >= 1; lines = Math.floor(lines / 2)) {
    await bet(
      repeater,
      STAKE,
      Array.from({ length: lines }, () => [5]),
    );
  }

  log("one player varies the picks, which all win on one draw");
  for (let mask = 1; mask < 32; mask += 1) {
    const places = [1, 2, 3, 4, 5].filter((place) => (mask & (1 << (place - 1))) !== 0);
    await bet(varier, formatMoney(minor(STAKE) / BigInt(places.length)), [places]);
  }

  log("one player sends everything at once");
  await Promise.all(Array.from({ length: AT_ONCE }, () => bet(hurrier, STAKE, [[5]])));

  log("many players bet on one selection at once");
  await Promise.all(crowd.map((player) => bet(player, STAKE, [[4]])));

  return judge(winnings);
}

function judge(winnings: Winnings): AttackResult {
  const kinds = ["selection", "period", "house"] as const;
  const over = kinds.filter((kind) => winnings.most(kind) > CAPS[kind]);
  const named = {
    selection: "a player on one selection",
    period: "a player in one period",
    house: "all players on one selection",
  };
  return {
    gained:
      over.length === 0
        ? "nothing"
        : over.map((kind) => `${formatMoney(winnings.most(kind))} for ${named[kind]}`).join(", "),
    held: over.length === 0,
    figures: [
      `${winnings.slips} slips, ${winnings.refused} refused`,
      ...kinds.map(
        (kind) =>
          `${named[kind]} could win ${formatMoney(winnings.most(kind))} of ${formatMoney(CAPS[kind])}`,
      ),
    ],
  };
}

function minor(text: string): bigint {
  const read = parseMoney(text);
  if (!read.ok) throw new Error(`no amount: ${text}`);
  return read.value;
}

/** Many orders, each under the cap, that together pay more than one order may. */
export const repeatedSelection: Attack = {
  name: "repeated-selection",
  story:
    "a player repeats a bet in one slip and in many, varies picks that win together, sends slips at once, and joins with others",
  run,
};
