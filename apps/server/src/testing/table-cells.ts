import { DESK_CALLS, ruleOf, type Action, type DeskCallSpec, type PlayerState } from "@lotus/contract/desk";
import * as statements from "./cell-statements.ts";
import { addPeriod, addRuleVoid } from "./add-period.ts";
import { anotherName, BODIES, REASON, thingOf } from "./cell-actions.ts";
import { BANK_SECRET } from "./cell-settings.ts";
import { sendBankNotice } from "./desk-players.ts";
import { addDeskPasskey } from "./desk-passkeys.ts";
import type { DeskServer, Reply } from "./desk-server.ts";
import { sendAtDesk } from "./documents.ts";
import { openCase } from "./harmful-play.ts";

/** Creates the subjects of the table of actions in each of their states. */

/** Creates a subject in a state and returns its id, "" if there is only one of its kind. */
type Make = () => Promise<string>;
/** Makers by state. */
export type States = Readonly<Record<string, Make>>;

const GAME = "K3";

/** The server whose things are made. */
export class Cells {
  readonly #server: DeskServer;
  #count = 0;
  #named = "cell";
  #token = "";
  #address = "";
  #playerId = 0n;
  #limit = 1_000;

  constructor(server: DeskServer) {
    this.#server = server;
  }

  /** The one player whose orders they are, and a number of the player's own for the card. Returns the player's token. */
  async open(username = "cells_player", card = "007100012345"): Promise<string> {
    const { id, token } = await this.#server.enrol(username);
    this.#named = username.slice(0, 12);
    [this.#token, this.#playerId] = [token, id];
    await this.#player("makeOrder", { type: "recharge", amount: "50000.00", channel_id: "demo" });
    const bound = await this.#player("bindBankCard", {
      real_name: anotherName(),
      bank_name: "Vietcombank",
      card_no: card,
      card_no_confirmation: card,
      trans_password: "135790",
    });
    this.#address = bound.data.id;
    return token;
  }

  /** Ends a money freeze and opens the game again, for the next attempt. */
  async calm(): Promise<void> {
    await this.#money()["running"]?.();
    await this.#games()["open"]?.();
    await this.#set("games/sell")();
  }

  /** The things of an action by their states: all there are, those the table refuses as well. */
  statesOf(action: Action): States {
    const makers: Readonly<Record<string, () => States>> = {
      money: () => this.#money(),
      recharge: () => this.#recharges(),
      payment: () => this.#payments(),
      withdrawal: () => this.#withdrawals(),
      player: () => this.#players(),
      addresses: () => this.#addresses(),
      conversation: () => this.#conversations(),
      notice: () => this.#notices(),
      game: () => this.#games(),
      games: () => ({ selling: this.#set("games/sell"), stopped: this.#set("games/stop") }),
      period: () => this.#periods(),
      ruleVoid: () => this.#ruleVoids(),
      identity: () => this.#identities(),
      care: () => this.#cases(),
      gift: () => this.#gifts(),
      operator: () => this.#operators(),
      request: () => this.#operatorRequests(),
    };
    const made = makers[thingOf(action)]?.();
    if (made === undefined) throw new Error(`nothing is known of the states of ${action}`);
    return made;
  }

  /**
   * A subject of the player for an action, in a permitted state, after the player has been put into the given state:
   * its id and the body of the call.
   */
  async ofPlayer(
    action: Action,
    state: PlayerState,
  ): Promise<{ readonly id: string; readonly body: object }> {
    const body = await this.#bodyOf(action);
    const id = await this.#ownThing(action);
    await this.#server.base.owner.query(statements.SET_PLAYER, [this.#playerId, state]);
    return { id, body };
  }

  /** The player, or a thing of the player's own in a permitted state. */
  async #ownThing(action: Action): Promise<string> {
    const own = { id: this.#playerId, token: this.#token };
    if (action === "player.unlockAddresses")
      await this.#server.base.owner.query(statements.LOCK_ADDRESSES, [own.id, true]);
    const first = ruleOf(action).states?.[0];
    if (first === undefined || action.startsWith("player.")) return String(own.id);
    // Elsewhere each is sent by a new player, as nobody sends twice at once.
    if (action.startsWith("identity.")) return await sendAtDesk(this.#server, own);
    return (await this.statesOf(action)[first]?.()) ?? "";
  }

  /** What is sent with an action. */
  async #bodyOf(action: Action): Promise<object> {
    if (action === "payment.match") return { order_no: await this.#recharge(), ...REASON };
    if (action === "protection.tighten")
      return { kind: "loss", window: "day", amount: this.#lower(), ...REASON };
    if (action === "player.removePasskey")
      return { passkey_id: (await addDeskPasskey(this.#server, this.#token)).id, ...REASON };
    if (action === "message.send")
      return {
        to: { player_id: String(this.#playerId) },
        texts: { "en-US": { title: "Good", body: "day" } },
      };
    return BODIES[action] ?? REASON;
  }

  /** Limits only become lower: each is below the one before. */
  #lower(): string {
    this.#limit -= 1;
    return `${this.#limit}.00`;
  }

  /** Spendable money, and money held for withdrawals. */
  async money(): Promise<string> {
    const token = await this.#root();
    const { data } = await this.#server.desk("GET", `/desk/api/players/${this.#playerId}`, token);
    return `${data.balance} + ${data.hold}`;
  }

  /** Does an action to a thing. */
  async act(action: Action, id: string, token: string, sent?: object): Promise<Reply> {
    const call = Object.values<DeskCallSpec>(DESK_CALLS).find(
      (one) => one.action === action && one.method === "POST",
    );
    if (call === undefined) throw new Error(`no call does ${action}`);
    const body = sent ?? (action === "period.seen" ? { ids: [id] } : await this.#bodyOf(action));
    return await this.#server.desk("POST", call.path.replace(":id", id), token, body);
  }

  #money(): States {
    return { running: this.#set("money/resume"), stopped: this.#set("money/stop") };
  }

  #games(): States {
    const at = `games/${GAME}`;
    return { open: this.#set(`${at}/open`, GAME), closed: this.#set(`${at}/close`, GAME) };
  }

  /** Sets one of two states, whichever it is in. */
  #set(path: string, id = ""): () => Promise<string> {
    return async () => {
      await this.#server.desk("POST", `/desk/api/${path}`, await this.#root(), REASON);
      return id;
    };
  }

  #recharges(): States {
    return {
      pendingReview: () => this.#recharge(),
      passed: () => this.#after(this.#recharge(), "recharges", "pass"),
      cancelled: () => this.#after(this.#recharge(), "recharges", "cancel"),
    };
  }

  #payments(): States {
    return {
      open: () => this.#payment(),
      closed: () => this.#after(this.#payment(), "paymentNotices", "close"),
      matched: async () => {
        const order = await this.#recharge();
        return await this.#after(this.#payment(), "paymentNotices", "match", { order_no: order, ...REASON });
      },
    };
  }

  #withdrawals(): States {
    return {
      pendingReview: () => this.#withdrawal(),
      passed: () => this.#after(this.#withdrawal(), "withdrawals", "pass"),
      cancelled: () => this.#after(this.#withdrawal(), "withdrawals", "cancel"),
    };
  }

  #players(): States {
    const player = async (): Promise<string> => String((await this.#server.enrol(this.#name())).id);
    return {
      active: player,
      locked: () => this.#after(player(), "players", "lock"),
      closed: async () => {
        const id = await player();
        await this.#server.base.owner.query(statements.CLOSE_PLAYER, [BigInt(id)]);
        return id;
      },
    };
  }

  #addresses(): States {
    const withLock = (locked: boolean) => async (): Promise<string> => {
      const { id } = await this.#server.enrol(this.#name());
      await this.#server.base.owner.query(statements.LOCK_ADDRESSES, [id, locked]);
      return String(id);
    };
    return { locked: withLock(true), unlocked: withLock(false) };
  }

  #conversations(): States {
    const begun = async (): Promise<string> => {
      const { id, token } = await this.#server.enrol(this.#name());
      await this.#server.player("POST", "/api/service/write", token, { text: "Good day" });
      return String(id);
    };
    return { open: begun, closed: () => this.#after(begun(), "conversations", "close", {}) };
  }

  #notices(): States {
    const notice = async (): Promise<string> => {
      const texts = { "en-US": { title: "Works", body: "Tonight" } };
      return (await this.#desk("notices", { texts })).data.id;
    };
    return {
      shown: notice,
      over: async () => {
        const id = await notice();
        await this.#server.base.owner.query(statements.END_NOTICE, [BigInt(id)]);
        return id;
      },
      withdrawn: () => this.#after(notice(), "notices", "withdraw"),
    };
  }

  #ruleVoids(): States {
    const voided = (seen: boolean) => async (): Promise<string> =>
      await addRuleVoid(this.#server, await this.#period(["voided"]), seen);
    return { unseen: voided(false), seen: voided(true) };
  }

  #periods(): States {
    const through =
      (...states: readonly string[]) =>
      async () =>
        await this.#period(states);
    return {
      open: through(),
      closed: through("closed"),
      drawn: through("closed", "drawn"),
      settled: through("closed", "drawn", "settled"),
      voided: through("voided"),
      skipped: through("skipped"),
    };
  }

  #identities(): States {
    const sent = async (): Promise<string> =>
      await sendAtDesk(this.#server, await this.#server.enrol(this.#name()));
    return {
      waiting: sent,
      verified: () => this.#after(sent(), "identities", "verify", {}),
      refused: () => this.#after(sent(), "identities", "refuse"),
      dropped: async () => {
        const player = await this.#server.enrol(this.#name());
        const id = await sendAtDesk(this.#server, player);
        await this.#desk(`players/${player.id}/close`, REASON);
        return id;
      },
    };
  }

  #cases(): States {
    const opened = async (): Promise<string> =>
      await openCase(this.#server, (await this.#server.enrol(this.#name())).id);
    return { open: opened, closed: () => this.#after(opened(), "care", "close", BODIES["care.close"]) };
  }

  #gifts(): States {
    const gift = async (): Promise<string> => {
      const body = { amount: "2.00", ...REASON };
      return (await this.#desk(`players/${this.#playerId}/gifts`, body)).data.record.id;
    };
    return {
      waiting: gift,
      given: async () => {
        const id = await gift();
        const second = await this.#server.as("admin", 3);
        expectDone(await this.#server.desk("POST", `/desk/api/gifts/${id}/confirm`, second, {}));
        return id;
      },
      cancelled: () => this.#after(gift(), "gifts", "cancel"),
    };
  }

  #operators(): States {
    const operator = async (): Promise<string> => {
      const name = this.#name();
      await this.#server.app.desk.makeOperator({ name, role: "risk", password: "a password of the table" });
      const [row] = await this.#server.base.db.query<{ id: bigint }>(statements.OPERATOR_ID, [name]);
      return String(row?.id);
    };
    return {
      active: operator,
      enrolling: async () => {
        const confirmed = await this.#confirmed(this.#request());
        return confirmed.data.record.operator.id;
      },
      locked: () => this.#after(operator(), "operators", "lock"),
    };
  }

  /** Requests of the admin who creates the subjects; the tested operator is another. */
  #operatorRequests(): States {
    return {
      waiting: () => this.#request(),
      confirmed: async () => (await this.#confirmed(this.#request())).data.record.id,
      cancelled: () => this.#after(this.#request(), "operatorRequests", "cancel"),
      expired: async () => {
        const id = await this.#request();
        await this.#server.base.owner.query(statements.END_REQUEST, [BigInt(id)]);
        return id;
      },
    };
  }

  async #request(): Promise<string> {
    const made = await this.#desk("operators", { name: this.#name(), role: "risk", ...REASON });
    return made.data.record.id;
  }

  async #confirmed(request: Promise<string>): Promise<Reply> {
    const path = `/desk/api/operatorRequests/${await request}/confirm`;
    return expectDone(await this.#server.desk("POST", path, await this.#server.as("admin", 3), {}));
  }

  async #recharge(): Promise<string> {
    const order = await this.#player("makeOrder", { type: "recharge", amount: "10.00", channel_id: "bank" });
    return order.data.orderNo;
  }

  async #withdrawal(): Promise<string> {
    const order = await this.#player("makeOrder", {
      type: "withdrawal",
      amount: "60.00",
      addr_id: this.#address,
      trans_password: "135790",
    });
    return order.data.orderNo;
  }

  /** A payment without an order. */
  async #payment(): Promise<string> {
    await sendBankNotice(this.#server, BANK_SECRET, { id: this.#name(), amount: 10_000, reference: "none" });
    const token = await this.#root();
    const { data } = await this.#server.desk("GET", "/desk/api/paymentNotices?state=open&page_size=1", token);
    return data.list[0].id;
  }

  async #period(states: readonly string[]): Promise<string> {
    this.#count += 1;
    return await addPeriod(this.#server, this.#count, states);
  }

  /** The created subject after a further action of the desk. */
  async #after(made: Promise<string>, things: string, what: string, body?: object): Promise<string> {
    const id = await made;
    const plain = ["pass", "close", "confirm"].includes(what) && things !== "paymentNotices";
    await this.#desk(`${things}/${id}/${what}`, body ?? (plain ? {} : REASON));
    return id;
  }

  #name(): string {
    this.#count += 1;
    return `${this.#named}_${this.#count}`;
  }

  /** The admin who creates the subjects; never a tested operator. */
  #root(): Promise<string> {
    return this.#server.as("admin", 2);
  }

  async #desk(path: string, body: object): Promise<Reply> {
    const reply = await this.#server.desk("POST", `/desk/api/${path}`, await this.#root(), body);
    return expectDone(reply);
  }

  async #player(call: string, body: object): Promise<Reply> {
    return expectDone(await this.#server.player("POST", `/api/user/${call}`, this.#token, body));
  }
}

function expectDone(reply: Reply): Reply {
  if (reply.code !== 0) throw new Error(`a thing was not made: ${reply.code} ${reply.msg}`);
  return reply;
}
