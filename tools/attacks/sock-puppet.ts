import { sql } from "@lotus/server/db/database";
import type { Reply } from "../load/client.ts";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";
import { DESK_SCENE_SETTINGS, DeskScene, type Code, type Person } from "./desk-scene.ts";

const REASON = { reason: "somebody new at the desk" };
const MONTH_DAYS = 30;

interface OrderReply {
  readonly record: { readonly id: string; readonly operator: { readonly id: string | null } };
  readonly half: string | null;
}

/** The attacked server, with the actions of others that the attack depends on. */
class Scene extends DeskScene {
  #player: { readonly token: string; readonly address: string } | undefined;

  /** Moves all changes of operators into the past by some days. */
  async passDays(days: number): Promise<void> {
    await this.server.owner.query(
      sql`UPDATE operator_request SET asked = asked - $1::int * interval '1 day', decided = decided - $1::int * interval '1 day'
          WHERE status = 'confirmed'`,
      [days],
    );
  }

  /** An unpaid recharge of 25,000.00, or a withdrawal of 22,000.00. */
  async order(type: "recharge" | "withdrawal"): Promise<string> {
    this.#player ??= await this.#enrolPlayer();
    const { token, address } = this.#player;
    const order =
      type === "recharge"
        ? { type, amount: "25000.00", channel_id: "bank" }
        : { type, amount: "22000.00", addr_id: address, trans_password: "135790" };
    return (await this.asPlayer<{ orderNo: string }>("makeOrder", order, token)).orderNo;
  }

  async #enrolPlayer(): Promise<{ readonly token: string; readonly address: string }> {
    const password = "a long enough one";
    const { token } = await this.asPlayer<{ token: string }>("register", {
      username: "friend_of_a_desk",
      password,
      password_confirmation: password,
      register_device: 1,
      trans_password: "135790",
    });
    await this.asPlayer("makeOrder", { type: "recharge", amount: "500000.00", channel_id: "demo" }, token);
    const card = await this.asPlayer<{ id: string }>(
      "bindBankCard",
      {
        real_name: "Nguyen Van An",
        bank_name: "Vietcombank",
        card_no: "007100012345",
        card_no_confirmation: "007100012345",
        trans_password: "135790",
      },
      token,
    );
    return { token, address: card.id };
  }
}

/** Gains of the attacker. */
class Loot {
  readonly #gained: string[] = [];
  #tries = 0;

  /** Counts an attempt, and its gain if it succeeded. */
  note(what: string, { code }: Pick<Reply, "code">): void {
    this.#tries += 1;
    if (code === 0) this.#gained.push(what);
  }

  noteTry(what: string, gained: boolean): void {
    this.note(what, { code: gained ? 0 : 1 });
  }

  get tries(): number {
    return this.#tries;
  }

  get gained(): readonly string[] {
    return this.#gained;
  }
}

/** Both try to pass large money as two, whichever is first; answers how many orders that were. */
async function passAsTwo(
  scene: Scene,
  loot: Loot,
  people: readonly [Person, Person],
  how: string,
): Promise<void> {
  for (const type of ["recharge", "withdrawal"] as const) {
    for (const [first, second] of [people, people.toReversed()]) {
      if (first === undefined || second === undefined) continue;
      const path = `${type}s/${await scene.order(type)}/pass`;
      const one = await scene.post<{ waitsForSecond: boolean }>(path, {}, first.token);
      loot.noteTry(`${type} by one alone (${how})`, one.code === 0 && !one.data.waitsForSecond);
      loot.note(
        `${type} passed by ${first.name} and ${second.name} (${how})`,
        await scene.post(path, {}, second.token),
      );
    }
  }
}

/** The admin acts alone: they can neither confirm their own request nor enrol with the half they were shown. */
async function alone(scene: Scene, loot: Loot, mallory: Person, colleague: Person): Promise<void> {
  const request = await scene.post<OrderReply>(
    "operators",
    { name: "second.self", role: "admin", ...REASON },
    mallory.token,
  );
  const confirm = `operatorRequests/${request.data.record.id}/confirm`;
  const own = await Promise.all(Array.from({ length: 20 }, () => scene.post(confirm, {}, mallory.token)));
  for (const reply of own) loot.note("a request confirmed by who asked", reply);
  const half = request.data.half ?? "";
  for (const second of [half, half.toLowerCase(), "AAAA-AAAA-AAAA-AAAA", "", "'; --"]) {
    await scene.waitOut();
    const code = { name: "second.self", first_half: half, second_half: second };
    loot.note("enrolled with one half", await scene.post("enrolment/begin", code));
  }
  for (const [what, body] of [
    ["reissue", REASON],
    ["role", { role: "admin", ...REASON }],
  ] as const) {
    const about = await scene.post<OrderReply>(`operators/${colleague.id}/${what}`, body, mallory.token);
    const path = `operatorRequests/${about.data.record.id}`;
    loot.note(
      `a colleague's ${what} confirmed by who asked`,
      await scene.post(`${path}/confirm`, {}, mallory.token),
    );
    const still = await scene.desk.send({ path: "/desk/api/session/me", token: colleague.token });
    loot.noteTry(`a colleague's session ended by asking for a ${what}`, still.code !== 0);
    await scene.post(`${path}/cancel`, REASON, mallory.token);
  }
  await scene.post(`operatorRequests/${request.data.record.id}/cancel`, REASON, mallory.token);
}

/** An honest admin confirms a harmless looking request and gives the second half to the wrong person. */
async function byCarelessness(
  scene: Scene,
  loot: Loot,
  { mallory, honest }: { readonly mallory: Person; readonly honest: Person },
): Promise<void> {
  const confirmed = async (path: string, body: object): Promise<Code> => {
    const request = await scene.post<OrderReply>(path, body, mallory.token);
    const done = await scene.post<OrderReply>(
      `operatorRequests/${request.data.record.id}/confirm`,
      {},
      honest.token,
    );
    if (done.code !== 0) throw new Error(`${path} was not confirmed: ${done.msg}`);
    return { name: "", first_half: request.data.half ?? "", second_half: done.data.half ?? "" };
  };
  const made = {
    ...(await confirmed("operators", { name: "puppet", role: "admin", ...REASON })),
    name: "puppet",
  };
  let puppet = await scene.enrol(made);
  await scene.waitOut();
  loot.note("enrolled again with halves that were used", await scene.post("enrolment/begin", made));
  const pair = (): [Person, Person] => [mallory, puppet];
  await passAsTwo(scene, loot, pair(), "made");
  await scene.passDays(MONTH_DAYS);
  await passAsTwo(scene, loot, pair(), "made a month ago");

  // The puppet confirms requests of Mallory and vice versa, many at once.
  for (const [asker, other] of [pair(), pair().toReversed()]) {
    if (asker === undefined || other === undefined) continue;
    const name = `third.by.${asker.name}`;
    const request = await scene.post<OrderReply>(
      "operators",
      { name, role: "admin", ...REASON },
      asker.token,
    );
    const path = `operatorRequests/${request.data.record.id}/confirm`;
    const clicks = Array.from({ length: 20 }, (_, at) =>
      scene.post(path, {}, at % 2 === 0 ? other.token : asker.token),
    );
    for (const reply of await Promise.all(clicks)) loot.note(`${name} was made`, reply);
  }

  const victim = await scene.fromMachine("vera", "cashier");
  const reissued = { ...(await confirmed(`operators/${victim.id}/reissue`, REASON)), name: "vera" };
  const before = await scene.desk.send({ path: "/desk/api/session/me", token: victim.token });
  loot.noteTry("a session outlived its credentials", before.code === 0);
  puppet = await scene.enrol(reissued);
  await scene.passDays(MONTH_DAYS);
  await passAsTwo(scene, loot, pair(), "reissued a month ago");

  const clerk = await scene.fromMachine("clerk", "cashier");
  await scene.post(`operators/${clerk.id}/lock`, REASON, mallory.token);
  await confirmed(`operators/${clerk.id}/unlock`, REASON);
  const anew = await confirmed(`operators/${clerk.id}/reissue`, REASON);
  puppet = await scene.enrol({ ...anew, name: "clerk" });
  await passAsTwo(scene, loot, pair(), "unlocked and reissued");
}

/** Two eligible operators succeed, which shows that nothing else prevented it. */
async function honestPass(scene: Scene, people: readonly [Person, Person]): Promise<boolean> {
  const path = `withdrawals/${await scene.order("withdrawal")}/pass`;
  const first = await scene.post<{ waitsForSecond: boolean }>(path, {}, people[0].token);
  const second = await scene.post<{ waitsForSecond: boolean }>(path, {}, people[1].token);
  return first.data.waitsForSecond && second.code === 0 && !second.data.waitsForSecond;
}

async function run({ openServer }: AttackContext): Promise<AttackResult> {
  const scene = new Scene(await openServer(DESK_SCENE_SETTINGS));
  const loot = new Loot();
  try {
    const [mallory, honest] = [
      await scene.fromMachine("mallory", "admin"),
      await scene.fromMachine("honest", "admin"),
    ];
    const colleague = await scene.fromMachine("carol", "cashier");
    await alone(scene, loot, mallory, colleague);
    await byCarelessness(scene, loot, { mallory, honest });
    // No operator whose puppet handled this player's money may pass it, not even the honest admin.
    const another = await scene.fromMachine("dora", "cashier");
    const works = await honestPass(scene, [colleague, another]);
    const gained = [...new Set(loot.gained)];
    return {
      gained: gained.length === 0 ? "nothing" : gained.join("; "),
      held: gained.length === 0 && works,
      figures: [
        `${loot.tries} tries to be a second person, or to make one, alone`,
        works ? "two people who are two pass 22,000.00" : "two people who are two could not pass either",
      ],
    };
  } finally {
    scene.close();
  }
}

/** One admin with two names. */
export const sockPuppet: Attack = {
  name: "sock-puppet",
  story:
    "An admin makes, reissues, re-roles or unlocks a second self, and passes 25,000.00 in and 22,000.00 out as two.",
  run,
};
