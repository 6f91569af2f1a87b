import { LoadClient } from "../load/client.ts";
import type { Attack, AttackResult } from "./attack.ts";
import { type Place, postFrom, registration } from "./victim.ts";

const PASSWORD = "a boat by the old quay";
const CHILD = "2013-04-02";
const ADULT = "1989-04-02";
const UNDER_AGE = 1022;
const HELD = 2032;
const PHONE: Place = { address: "198.51.100.20", device: "phone-of-the-child" };
/** A private window has no device of its own yet, and a friend's network another address. */
const PLACES: Readonly<Record<string, Place>> = {
  "the same phone": PHONE,
  "a private window": { address: PHONE.address, device: "another-number" },
  "the same phone in another network": { address: "203.0.113.77", device: "phone-of-the-child" },
};
const SETTINGS = { TRUSTED_PROXIES: "127.0.0.1" };

/** A child who wrote their true date of birth, and wants to play all the same. */
class Child {
  readonly #client: LoadClient;
  #accounts = 0;

  constructor(port: number) {
    this.#client = new LoadClient(port, 4);
  }

  /** Registers, and answers the code and the session. */
  async register(place: Place, birth_date?: string) {
    this.#accounts += 1;
    const form = registration(`child_${this.#accounts}`, PASSWORD);
    const body = birth_date === undefined ? form : { ...form, birth_date };
    return postFrom<{ token: string } | null>(this.#client, place, { path: "register", body });
  }

  async tell(token: string, birth_date: string): Promise<number> {
    const body = { real_name: "Tran Be Ut", birth_date };
    return (await postFrom(this.#client, PHONE, { path: "identity", token, body })).code;
  }

  async recharge(token: string): Promise<number> {
    const body = { type: "recharge", amount: "50.00", channel_id: "demo" };
    return (await postFrom(this.#client, PHONE, { path: "makeOrder", token, body })).code;
  }

  close(): void {
    this.#client.close();
  }
}

/** A child tells the truth about their age, then tries every date and phone at hand. */
export const truthfulChild: Attack = {
  name: "truthful-child",
  story: "A child writes their true date of birth, is refused, and tries again with an older one.",
  run: async ({ openServer }): Promise<AttackResult> => {
    const server = await openServer(SETTINGS);
    const child = new Child(server.port);
    const plays: string[] = [];
    try {
      const home = { address: "192.0.2.88", device: "phone-at-home" };
      const before = (await child.register(home)).data?.token ?? "";
      if ((await child.recharge(before)) !== 0) throw new Error("nobody plays on this server");
      if ((await child.tell(before, CHILD)) !== UNDER_AGE) plays.push("the account was not told its age");
      await child.tell(before, ADULT);
      if ((await child.recharge(before)) !== HELD) plays.push("an account that told its age, then another");

      const refused = (await child.register(PHONE, CHILD)).code;
      if (refused !== UNDER_AGE) plays.push("an account of a child");
      for (const [where, place] of Object.entries(PLACES))
        for (const date of [ADULT, undefined]) {
          const { data } = await child.register(place, date);
          const code = data === null ? HELD : await child.recharge(data.token);
          if (code !== HELD)
            plays.push(`a new account from ${where} ${date === undefined ? "without" : "with another"} date`);
        }
      const stranger = await child.register({ address: "192.0.2.200", device: "phone-of-a-stranger" }, ADULT);
      const free = await child.recharge(stranger.data?.token ?? "");
      return {
        held: plays.length === 0 && free === 0,
        gained: plays.length === 0 ? "nothing" : plays.join("; "),
        figures: [
          "one account and a refused form tell a true age; then that account and six new ones another, or none",
          `somebody else, on another phone and in another network, ${free === 0 ? "plays at once" : "is held too"}`,
        ],
      };
    } finally {
      child.close();
    }
  },
};
