import { ApiError } from "@lotus/client";
import { beforeEach, describe, expect, it } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { createGameStore, type GameStore } from "./game-store.ts";
import { type PlacedSlip, placeSlip, type SendOrder } from "./place-slip.ts";

const PLACED: PlacedSlip = { orders: [], total: "4.00", balance: "96.00" };
const CLOSED = new ApiError({ code: 3005, msg: "closed", kind: "refusal", status: 200 });
const CLOSED_AGAIN = new ApiError({ code: 3005, msg: "closed", kind: "refusal", status: 200, again: true });
const NO_NETWORK = new ApiError({ code: 5, msg: "network error", kind: "network" });
const BROKEN = new ApiError({ code: 9500, msg: "broken", kind: "http", status: 500 });

let disk: Map<string, string>;
let store: GameStore;
let keys: number;
/** What the server says of an attempt when it is asked, and which attempts it was asked for. */
let outcome: PlacedSlip | ApiError | null;
let asked: string[];

function openStore(): GameStore {
  const made = createGameStore("K3", {
    getItem: (name) => disk.get(name) ?? null,
    setItem: (name, value) => void disk.set(name, value),
    removeItem: (name) => void disk.delete(name),
  });
  made.getState().enter(ruleTree("K3").rules);
  return made;
}

beforeEach(() => {
  disk = new Map();
  keys = 0;
  outcome = null;
  asked = [];
  store = openStore();
  store.getState().select("sum", "9");
  store.getState().addLine();
  store.getState().select("side", "big");
});

const order = (prizeNo = "202611210001") => ({
  prizeNo,
  version: 7,
  unit: 2_00n,
  newKey: () => `key-${String(++keys)}`,
  now: 1_000,
  settle: async (key: string): Promise<PlacedSlip | null> => {
    asked.push(key);
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  },
});

/** Answers each sending with the next of the given answers, and remembers what was sent. */
function server(...answers: readonly (PlacedSlip | ApiError)[]) {
  const sent: { key: string; body: unknown }[] = [];
  const send: SendOrder = async (body, key) => {
    sent.push({ key, body });
    const answer = answers[sent.length - 1];
    if (answer === undefined || answer instanceof ApiError) throw answer ?? NO_NETWORK;
    return answer;
  };
  return { sent, send };
}

describe("placing a slip", () => {
  it("sends the board's picks and the kept lines on the period that was seen, and empties the slip", async () => {
    const { sent, send } = server(PLACED);
    expect(await placeSlip(store, send, order())).toMatchObject({ kind: "placed", slip: PLACED });
    expect(sent).toEqual([
      {
        key: "key-1",
        body: {
          prize_no: "202611210001",
          version: 7,
          bets: [
            { option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["9"] }] },
            { option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "side", items: ["big"] }] },
          ],
        },
      },
    ]);
    expect(store.getState()).toMatchObject({ lines: [], gameBetList: [], attempt: null });
  });

  it("a line with a stake of its own is sent with that, and so is its retry", async () => {
    const { sent, send } = server(NO_NETWORK, PLACED);
    store.getState().setAmount(store.getState().lines[0]?.key ?? "", "7.5");
    await placeSlip(store, send, order());
    await placeSlip(store, send, order());
    expect(sent[0]?.body).toMatchObject({ bets: [{ amount: "7.50" }, { amount: "2.00" }] });
    expect(sent[1]).toEqual(sent[0]);
  });

  it("a double tap sends once", async () => {
    const { sent, send } = server(PLACED, PLACED);
    const [one, two] = await Promise.all([placeSlip(store, send, order()), placeSlip(store, send, order())]);
    expect([one.kind, two.kind]).toEqual(["placed", "ignored"]);
    expect(sent.length).toBe(1);
  });

  it("an unanswered slip stays, and the retry has the same key and body", async () => {
    const { sent, send } = server(NO_NETWORK, BROKEN, PLACED);
    expect((await placeSlip(store, send, order())).kind).toBe("unknown");
    // Neither new picks nor another period in view get into the retry.
    store.getState().select("sum", "10");
    expect((await placeSlip(store, send, order("202611210002"))).kind).toBe("unknown");
    expect((await placeSlip(store, send, order("202611210002"))).kind).toBe("placed");
    expect(sent.length).toBe(3);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toEqual(sent[0]);
    expect(store.getState().lines).toEqual([]);
    expect(store.getState().gameBetList).toHaveLength(1);
  });

  it("the key outlives a reload", async () => {
    const { sent, send } = server(NO_NETWORK, PLACED);
    await placeSlip(store, send, order());
    const reloaded = openStore();
    expect((await placeSlip(reloaded, send, order())).kind).toBe("placed");
    expect(sent[1]).toEqual(sent[0]);
  });

  it("a refusal keeps the lines and drops the key", async () => {
    const { sent, send } = server(CLOSED, PLACED);
    expect(await placeSlip(store, send, order())).toMatchObject({ kind: "refused", failure: CLOSED });
    expect(store.getState().lines).toHaveLength(2);
    await placeSlip(store, send, order("202611210002"));
    expect(sent.map(({ key }) => key)).toEqual(["key-1", "key-2"]);
    expect(asked).toEqual([]);
  });

  describe.each<[string, readonly ApiError[]]>([
    ["after a lost reply", [NO_NETWORK, CLOSED]],
    ["after a busy server", [CLOSED_AGAIN]],
  ])("a refusal of another try, %s,", (_when, answers) => {
    async function placeAll() {
      const { send } = server(...answers);
      let placing = await placeSlip(store, send, order());
      if (answers.length > 1) placing = await placeSlip(store, send, order());
      return placing;
    }

    it("is none if the first was accepted: the slip is placed, and empty", async () => {
      outcome = PLACED;
      expect(await placeAll()).toMatchObject({ kind: "placed", slip: PLACED });
      expect(store.getState()).toMatchObject({ lines: [], attempt: null });
    });

    it("is final once the first is given up", async () => {
      expect(await placeAll()).toMatchObject({ kind: "refused", failure: { code: 3005 } });
      expect(asked).toEqual(["key-1"]);
      expect(store.getState().attempt).toBeNull();
      expect(store.getState().lines).toHaveLength(2);
    });

    it("leaves the attempt as it is while nobody knows", async () => {
      outcome = NO_NETWORK;
      expect(await placeAll()).toMatchObject({ kind: "unknown", failure: NO_NETWORK });
      expect(store.getState().attempt?.idempotencyKey).toBe("key-1");
    });
  });

  it("an empty slip sends nothing", async () => {
    store.getState().emptySlip();
    const { sent, send } = server(PLACED);
    expect((await placeSlip(store, send, order())).kind).toBe("ignored");
    expect(sent).toEqual([]);
  });
});
