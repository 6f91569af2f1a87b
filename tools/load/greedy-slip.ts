import { CALLS, MAX_SLIP_LINES, type CallBody } from "@lotus/contract";
import {
  DEFAULT_LIMITS,
  defaultOdds,
  findOption,
  optionsOf,
  readPicks,
  type GameCode,
  type Uniform,
} from "@lotus/games";
import { randomPicks } from "@lotus/games/testing/random-picks";
import type { OddsVersion } from "@lotus/server/betting/odds";
import { readSlip, readStakes, type SlipRules } from "@lotus/server/betting/slip";
import { hashRequest } from "@lotus/server/http/body-hash";
import { readJsonBody } from "@lotus/server/http/json-body";

type Slip = CallBody<typeof CALLS.order>;

/** The options whose lines take longest to parse, or to bound in their payout. */
export const GREEDY_OPTIONS: readonly { readonly game: GameCode; readonly option: string }[] = [
  { game: "PK10", option: "LMP.LMP" },
  { game: "FFC", option: "XYP.ZH" },
  { game: "FFC", option: "XYP.LMP" },
  { game: "FFC", option: "LHD.LHH" },
  { game: "LHC", option: "ZM.ZT" },
  { game: "LHC", option: "ZM.ZM16" },
  { game: "LHC", option: "SX.ZX" },
];

const MAX_BYTES = CALLS.order.bodyLimitBytes;

/** A slip with the largest number of lines, all different, on an option. */
export function greedySlip(
  { game, option: code }: (typeof GREEDY_OPTIONS)[number],
  prizeNo: string,
  uniform: Uniform,
): Slip {
  const option = findOption(game, code);
  if (option === undefined) throw new Error(`${game} has no option ${code}`);
  const bets: Slip["bets"] = [];
  const texts = new Set<string>();
  for (let bytes = 64, tries = 0; bets.length < MAX_SLIP_LINES && tries < 10 * MAX_SLIP_LINES; tries++) {
    const groups = randomPicks(option, uniform)
      .filter(({ items }) => items.length > 0)
      .map((group) => ({ code: group.code, items: [...group.items] }));
    const text = JSON.stringify(groups);
    const read = readPicks(option, groups);
    if (texts.has(text) || !read.ok || option.count(read.picks) > DEFAULT_LIMITS.maxBets) continue;
    const line = { option_id: code, amount: "1.00", groups };
    bytes += JSON.stringify(line).length + 1;
    if (bytes > MAX_BYTES) break;
    texts.add(text);
    bets.push(line);
  }
  return { prize_no: prizeNo, bets };
}

/** CPU time of a slip, from its bytes to everything that needs no database. */
export interface SlipTime {
  readonly option: string;
  readonly lines: number;
  readonly ms: number;
}

const PRIZE_NO = "202611210001";
const LUNAR_YEAR = 2026;
const WARM_UP = 12;
const SAMPLES = 15;

function rulesOf(game: GameCode): SlipRules {
  const tables = optionsOf(game).map((option) => [option.code, defaultOdds(game, option)] as const);
  const odds: OddsVersion = { version: 1, odds: { [game]: Object.fromEntries(tables) } };
  return { game, limits: DEFAULT_LIMITS, odds, seen: null, lunarYear: LUNAR_YEAR };
}

function timeSlip(bytes: Buffer, rules: SlipRules): number {
  const from = process.threadCpuUsage();
  const { game } = rules;
  const call = CALLS.order;
  const body = call.body.parse(readJsonBody(bytes, call.bodyMaxValues));
  hashRequest(call.path, { gameCode: game }, body);
  const staked = readStakes(body.bets, rules);
  const read = "ok" in staked ? staked : readSlip(staked, rules);
  if ("ok" in read) throw new Error(JSON.stringify(read));
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1_000;
}

/** Times slips of the slowest options. Each sample is a different slip, so that no cache helps. */
export function timeSlips(uniform: Uniform): readonly SlipTime[] {
  return GREEDY_OPTIONS.map((greedy) => {
    const rules = rulesOf(greedy.game);
    const slips = Array.from({ length: WARM_UP + SAMPLES }, () => greedySlip(greedy, PRIZE_NO, uniform));
    const times = slips.map((slip) => timeSlip(Buffer.from(JSON.stringify(slip)), rules));
    const counted = times.slice(WARM_UP).sort((a, b) => a - b);
    return {
      option: `${greedy.game} ${greedy.option}`,
      lines: slips.at(-1)?.bets.length ?? 0,
      ms: counted[Math.floor(SAMPLES / 2)] ?? Number.NaN,
    };
  });
}
