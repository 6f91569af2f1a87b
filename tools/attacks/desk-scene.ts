import { randomBytes } from "node:crypto";
import { sql } from "@lotus/server/db/database";
import { createOperator } from "@lotus/server/desk";
import { openDemoKeys } from "@lotus/server/settings/keys";
import { LoadClient, type Reply } from "../load/client.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import { oneTimeCode } from "../simulate/one-time-code.ts";

/** Settings under which only the rules of the desk protect the money. */
export const DESK_SCENE_SETTINGS = {
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_MAX_PENDING: "1000",
  WITHDRAWAL_MAX_PENDING: "100",
  TURNOVER_PERCENT: "0",
  RATE_MONEY_PER_SECOND: "1000",
  RATE_MONEY_BURST: "10000",
};

const PASSWORD = "a boat by the old quay";
const STEP_MS = 30_000;

/** An enrolment code in two halves. */
export interface Code {
  readonly name: string;
  readonly first_half: string;
  readonly second_half: string;
}

/** A signed-in operator. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** A server with people at its desk and players, as an attack meets it. */
export class DeskScene {
  readonly server: ServerUnderLoad;
  readonly desk: LoadClient;
  readonly players: LoadClient;
  readonly #codes = new Map<string, number>();

  constructor(server: ServerUnderLoad) {
    this.server = server;
    this.desk = new LoadClient(server.deskPort, 32);
    this.players = new LoadClient(server.port, 4);
  }

  post<Data = unknown>(path: string, body: object, token?: string): Promise<Reply<Data>> {
    return this.desk.send<Data>({
      method: "POST",
      path: `/desk/api/${path}`,
      body,
      timeoutMs: 60_000,
      ...(token === undefined ? {} : { token }),
    });
  }

  /** An attacker has time: what slows guesses down is waited out. */
  async waitOut(): Promise<void> {
    await this.server.owner.query(sql`DELETE FROM entry_try`);
  }

  /** An operator whom the machine's own command made, and who enrolled. */
  async fromMachine(name: string, role: "admin" | "cashier" | "risk"): Promise<Person> {
    const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
    const keys = openDemoKeys(this.server.dataDir, bytes);
    const made = await createOperator({ db: this.server.owner, entropy: { bytes }, keys }, { name, role });
    if (made === null) throw new Error(`${name} is there already`);
    return await this.enrol({ name, first_half: made.first, second_half: made.second });
  }

  /** Enrols with both halves and signs in. */
  async enrol(code: Code): Promise<Person> {
    await this.waitOut();
    const begun = await this.post<{ otpauthUri: string }>("enrolment/begin", code);
    if (begun.code !== 0) throw new Error(`${code.name} could not enrol: ${begun.msg}`);
    const secret = new URL(begun.data.otpauthUri).searchParams.get("secret") ?? "";
    const proof = { ...code, password: PASSWORD, code: oneTimeCode(secret, Date.now()) };
    const done = await this.post("enrolment/finish", proof);
    if (done.code !== 0) throw new Error(`${code.name} could not enrol: ${done.msg}`);
    return await this.signIn(code.name, secret);
  }

  async signIn(name: string, secret: string): Promise<Person> {
    // The code of enrolling is used: the next one is good already.
    const step = (this.#codes.get(secret) ?? 0) + 1;
    this.#codes.set(secret, step);
    const code = oneTimeCode(secret, Date.now() + step * STEP_MS);
    const entered = await this.post<{ token: string; operator: { id: string } }>("session/signIn", {
      name,
      password: PASSWORD,
      code,
    });
    if (entered.code !== 0) throw new Error(`${name} was not let in: ${entered.msg}`);
    return { id: entered.data.operator.id, name, token: entered.data.token };
  }

  /** A call of a player, which must succeed. */
  async asPlayer<Data>(call: string, body: object, token?: string): Promise<Data> {
    const path = `/api/user/${call}`;
    const { code, msg, data } = await this.players.send<Data>({
      method: "POST",
      path,
      body,
      timeoutMs: 60_000,
      ...(token === undefined ? {} : { token }),
    });
    if (code !== 0) throw new Error(`${call}: ${msg}`);
    return data;
  }

  close(): void {
    this.desk.close();
    this.players.close();
  }
}
