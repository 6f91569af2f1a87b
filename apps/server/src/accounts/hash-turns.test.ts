import { describe, expect, test } from "vitest";
import { Overloaded, TooMany } from "../http/errors.ts";
import { type HashAsker, HashTurns, ownerOf } from "./hash-turns.ts";

const LIMITS = {
  owner: { atOnce: 2, waitingOfOne: 2, waiting: 4 },
  stranger: { atOnce: 1, waitingOfOne: 1, waiting: 3 },
};
const stranger = (key: string): HashAsker => ({ lane: "stranger", key });

/** Work that ends when it is told to. */
function scene() {
  const turns = new HashTurns(LIMITS);
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  return {
    begun,
    ask: async (name: string, asker: HashAsker): Promise<string> =>
      await turns.run(asker, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => running.set(name, resolve));
        return name;
      }),
    end: async (name: string): Promise<void> => {
      running.get(name)?.();
      // The next turn begins some promises later.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}

describe("turns at hashing", () => {
  test("strangers never occupy the last slot: an owner begins at once", async () => {
    const { begun, ask, end } = scene();
    void ask("one", stranger("net-1"));
    void ask("two", stranger("net-2"));
    void ask("owner", ownerOf("an"));
    expect(begun).toEqual(["one", "owner"]);
    await end("owner");
    expect(begun).toEqual(["one", "owner"]);
    await end("one");
    expect(begun).toEqual(["one", "owner", "two"]);
  });

  test("owners who wait come before strangers who waited longer", async () => {
    const { begun, ask, end } = scene();
    void ask("one", stranger("net-1"));
    void ask("two", stranger("net-2"));
    void ask("an", ownerOf("an"));
    void ask("binh", ownerOf("binh"));
    await end("one");
    expect(begun).toEqual(["one", "an", "binh"]);
    await end("binh");
    expect(begun).toEqual(["one", "an", "binh", "two"]);
  });

  test("one stranger of a network waits, and the next is told to come later", async () => {
    const { ask } = scene();
    void ask("one", stranger("net-1"));
    void ask("two", stranger("net-1"));
    await expect(ask("three", stranger("net-1"))).rejects.toThrow(TooMany);
    void ask("other", stranger("net-2"));
    const own = ["an", "an", "an"].map((name) => ask(name, ownerOf(name)));
    await expect(ask("fourth of an owner", ownerOf("an"))).rejects.toThrow(TooMany);
    expect(own).toHaveLength(3);
  });

  test("a newcomer takes the place of whoever had a turn last, and comes before them", async () => {
    const { begun, ask, end } = scene();
    for (const net of ["a", "b", "c"]) {
      void ask(`first of ${net}`, stranger(net));
      await end(`first of ${net}`);
    }
    void ask("running", stranger("d"));
    const outcomes = ["a", "b", "c"].map((net) => ask(`again ${net}`, stranger(net)).catch(String));
    void ask("newcomer", stranger("e"));
    expect(await outcomes[2]).toContain("too many passwords wait");
    await end("running");
    expect(begun.at(-1)).toBe("newcomer");
    await end("newcomer");
    expect(begun.at(-1)).toBe("again a");
  });

  test("a full queue of newcomers refuses one more", async () => {
    const { ask } = scene();
    for (const net of ["a", "b", "c", "d"]) void ask(net, stranger(net));
    await expect(ask("e", stranger("e"))).rejects.toThrow(Overloaded);
  });

  test("work that fails gives its slot back", async () => {
    const turns = new HashTurns(LIMITS);
    const fails = (): Promise<never> => Promise.reject(new Error("no"));
    for (let count = 0; count < 5; count += 1)
      await expect(turns.run(stranger("a"), fails)).rejects.toThrow("no");
    expect(await turns.run(stranger("a"), () => Promise.resolve("yes"))).toBe("yes");
  });
});
