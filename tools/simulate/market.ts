import type { CallData, CALLS } from "@lotus/contract";
import { GAMES } from "@lotus/games";
import type { LoadClient } from "../load/client.ts";

type Rule = CallData<typeof CALLS.rule>;
type Lobby = CallData<typeof CALLS.games>;

/** The periods on sale, read from the public API. */
export class Market {
  readonly #client: LoadClient;
  readonly #rules = new Map<string, Rule["rules"][number]["childrens"]>();
  #open: readonly { readonly game: string; readonly prizeNo: string }[] = [];
  #all: readonly { readonly game: string; readonly prizeNo: string }[] = [];

  constructor(client: LoadClient) {
    this.#client = client;
  }

  /** Reads the rule trees, which do not change in a day. */
  async open(): Promise<void> {
    for (const { code } of GAMES) {
      const { data } = await this.#client.send<Rule>({ path: `/api/lottery/rule/${code}` });
      this.#rules.set(
        code,
        data.rules.flatMap(({ childrens }) => childrens),
      );
    }
  }

  /** Refreshes the lobby. */
  async refresh(): Promise<void> {
    const { data } = await this.#client.send<Lobby>({ path: "/api/lottery/games" });
    const found = data.list.flatMap(({ gameCode, current }) =>
      current === null ? [] : [{ game: gameCode, prizeNo: current.prizeNo, status: current.status }],
    );
    this.#all = found;
    this.#open = found.filter(({ status }) => status === "open");
  }

  /** Periods on sale now. */
  get onSale(): readonly { readonly game: string; readonly prizeNo: string }[] {
    return this.#open;
  }

  /** Periods that draw next, on sale or not. */
  get next(): readonly { readonly game: string; readonly prizeNo: string }[] {
    return this.#all;
  }

  /** The options of a game. */
  optionsOf(game: string): Rule["rules"][number]["childrens"] {
    return this.#rules.get(game) ?? [];
  }
}
