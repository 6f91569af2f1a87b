import { comparePersons } from "@lotus/contract";
import { measurePairs, pairsInWords, TEN_NAMES, variantsOf } from "@lotus/contract/testing/names";
import { LoadClient } from "../load/client.ts";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";

const SETTINGS = {
  // All of them come from one address here.
  REGISTER_ADDRESS_PER_HOUR: "100000",
  REGISTER_ADDRESS_PER_DAY: "100000",
};
const BORN = "1984-03-17";
const PASSWORD = "a boat by the old quay";
/** Codes of the register, of the desk's check, and of a name that is no name. */
const HELD: ReadonlySet<number> = new Set([3014, 2032]);
const NOT_A_NAME = 9400;
const PAIRS = 10_000;

/** Somebody with many accounts. */
class Person {
  readonly #client: LoadClient;
  #accounts = 0;

  constructor(port: number) {
    this.#client = new LoadClient(port, 8);
  }

  async account(): Promise<string> {
    this.#accounts += 1;
    const { code, msg, data } = await this.#post<{ token: string }>("register", {
      username: `speller_${this.#accounts}`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      register_device: 1,
      trans_password: "135790",
    });
    if (code !== 0) throw new Error(`register: ${code} ${msg}`);
    return data.token;
  }

  tell(token: string, real_name: string): Promise<number> {
    return this.#codeOf("identity", { real_name, birth_date: BORN }, token);
  }

  exclude(token: string): Promise<number> {
    return this.#codeOf("selfExclude", { months: 6 }, token);
  }

  recharge(token: string): Promise<number> {
    return this.#codeOf("makeOrder", { type: "recharge", amount: "50.00", channel_id: "demo" }, token);
  }

  close(): void {
    this.#client.close();
  }

  async #codeOf(call: string, body: object, token: string): Promise<number> {
    return (await this.#post(call, body, token)).code;
  }

  #post<Data>(call: string, body: object, token?: string) {
    const request = { method: "POST", path: `/api/user/${call}`, body, timeoutMs: 60_000 } as const;
    return this.#client.send<Data>(token === undefined ? request : { ...request, token });
  }
}

async function run({ openServer, random, log }: AttackContext): Promise<AttackResult> {
  const server = await openServer(SETTINGS);
  const person = new Person(server.port);
  const plays: string[] = [];
  const count = { excluded: 0, asked: 0, noName: 0 };
  try {
    for (const name of TEN_NAMES) {
      const first = await person.account();
      await person.tell(first, name);
      await person.exclude(first);
      log(`${name} is excluded, and writes it in twenty other ways`);
      for (const { trick, variant } of variantsOf(name)) {
        const token = await person.account();
        const told = await person.tell(token, variant);
        const code = await person.recharge(token);
        if (told === NOT_A_NAME) count.noName += 1;
        else if (!HELD.has(code)) plays.push(`${variant} (${trick}) for ${name}`);
        else if (code === 2032) count.asked += 1;
        else count.excluded += 1;
      }
    }
    return {
      held: plays.length === 0,
      gained: plays.length === 0 ? "nothing" : `${plays.length} accounts that play: ${plays.join("; ")}`,
      figures: [
        `of 200 spellings ${count.excluded} are excluded at once, ${count.asked} show documents first, ${count.noName} are no names`,
        pairsInWords(measurePairs(comparePersons, random, PAIRS)),
      ],
    };
  } finally {
    person.close();
  }
}

/** An excluded person comes back under their own name, written otherwise. */
export const spellings: Attack = {
  name: "spellings",
  story: "Ten people exclude themselves, and come back with the same name in 200 spellings.",
  run,
};
