import type { Deps } from "../deps.ts";
import type { Caller } from "../http/handler.ts";
import type { RegisterAddress, RegisterSettings } from "../settings/register-settings.ts";
import { ANSWER_MS, type AskRegister, openRegisterLine } from "./ask-register.ts";
import { depositRegister } from "./deposit-register.ts";
import { type ReserveDeposit, reserveDeposits, type ReservingDeps } from "./deposit-reservations.ts";
import { DepositSender } from "./deposit-sender.ts";
import { exclusionRegister } from "./exclusion-register.ts";
import type { PersonOf } from "./person.ts";
import { type MayPlay, PlayVerdicts } from "./play-verdicts.ts";
import { measureUntold, registerMetrics, type RegisterName } from "./register-metrics.ts";

export { refuseBarred, refuseSilent } from "./barred.ts";
export {
  endDeposit,
  giveBackDeposit,
  type Reservation,
  type ReserveDeposit,
  useDeposit,
} from "./deposit-reservations.ts";
export type { Person, PersonOf } from "./person.ts";
export type { MayPlay, PlayVerdict } from "./play-verdicts.ts";

/** Public API of the registers of a licence. */
export interface Registers {
  /** What the exclusion register says of a session; null without a register, and then nothing is asked. */
  readonly mayPlay: MayPlay | null;
  /** Reserves a recharge at the deposit register; null without one. */
  readonly reserveDeposit: ReserveDeposit | null;
  /** Asks about a session that has begun, so that its first bet need not wait. */
  sessionOpened(session: Caller): void;
  /** Forgets what was said of a session. */
  sessionEnded(familyId: string): void;
  /** Forgets what was said of a player, whose name or birth date has changed. */
  personChanged(playerId: bigint): void;
  /** Tells the deposit register now how recharges ended; returns how many ends were acknowledged. */
  tellDeposits(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface RegistersOptions {
  readonly settings: RegisterSettings;
  readonly personOf: PersonOf;
  readonly timeZone: string;
  readonly currency: string;
  readonly fault?: ReservingDeps["fault"];
  /** Total time of an answer, in milliseconds. */
  readonly answerMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

const MINUTE_MS = 60_000;

/** Opens the registers that are set. */
export function openRegisters(
  { db, log, metrics, entropy }: Pick<Deps, "db" | "log" | "metrics" | "entropy">,
  options: RegistersOptions,
): Registers {
  const { settings, personOf, timeZone, currency, answerMs = ANSWER_MS } = options;
  const { exclusion, deposits } = settings;
  const observe = registerMetrics(metrics);
  const line = (name: RegisterName, address: RegisterAddress): AskRegister =>
    openRegisterLine({ address, entropy, observe: observe(name), answerMs });
  const verdicts =
    exclusion === null
      ? null
      : new PlayVerdicts({
          register: exclusionRegister(line("exclusion", exclusion)),
          personOf,
          log,
          keepMs: settings.exclusionMinutes * MINUTE_MS,
          now: options.now ?? (() => performance.now()),
        });
  const register = deposits === null ? null : depositRegister(line("deposits", deposits), currency);
  const sender = register === null ? null : new DepositSender({ db, log, register });
  measureUntold(metrics, () => sender?.behind() ?? Promise.resolve(0));
  const fault = options.fault ?? (() => undefined);
  return {
    mayPlay: verdicts === null ? null : (caller) => verdicts.mayPlay(caller),
    reserveDeposit:
      register === null ? null : reserveDeposits({ db, log, register, personOf, timeZone, fault }),
    // The verdict is kept or asked for again; a failure is in the log.
    sessionOpened: (session) => void verdicts?.mayPlay(session),
    sessionEnded: (familyId) => verdicts?.forgetSession(familyId),
    personChanged: (playerId) => verdicts?.forgetPlayer(playerId),
    tellDeposits: async () => (await sender?.send()) ?? 0,
    start: () => sender?.start(),
    stop: async () => sender?.stop(),
  };
}
