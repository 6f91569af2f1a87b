import { createHash } from "node:crypto";
import { Counter, type Registry } from "prom-client";
import webPush from "web-push";
import { gaugeOf } from "../gauge-of.ts";
import type { Deps } from "../deps.ts";
import type { Vault } from "../vault/vault.ts";
import { openSubscription, type Subscription } from "./devices.ts";
import * as sql from "./push.sql.ts";
import type { VapidPairs } from "./push-keys.ts";
import { type DueNews, type PushText, type PushTextDeps, renderPush } from "./push-text.ts";
import { postToService, type PushAnswer, type PushTransport } from "./push-transport.ts";
import { SESSION_AGES } from "./session-ages.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 50;
const LONGEST_WAIT_S = 300;
const TIDY_EVERY_MS = 30_000;
const FORGET_AT_ONCE = 1_000;

const OUTCOMES = ["sent", "retried", "gone", "refused", "dropped"] as const;
/** `gone`: the device, by its service. `refused`: by the service, for good. `dropped`: not to be sent any more. */
type Outcome = (typeof OUTCOMES)[number];

interface DueRow extends DueNews {
  readonly id: bigint;
  readonly family_id: string;
  readonly subscription: Uint8Array;
  readonly key_version: number;
  readonly left_s: number;
  readonly may_be_sent: boolean;
}

/** Dependencies of the sender. */
export interface PushSenderDeps extends Pick<Deps, "db" | "log" | "metrics"> {
  readonly vault: Vault;
  readonly keys: VapidPairs;
  /** Who sends, for push services: a mailto: or https: address. */
  readonly subject: string;
  readonly transport: PushTransport;
  readonly texts: Omit<PushTextDeps, "db">;
  /** Where a test stops the server. */
  readonly fault: (point: "push-taken") => void;
}

/**
 * Sends what is queued, until its push service has taken it. Several servers may do it at once: each row is taken by one. A
 * server that dies while it sends is followed by another after a few seconds; the device shows news of one topic once.
 */
export class PushSender {
  readonly #deps: PushSenderDeps;
  readonly #count: (outcome: Outcome) => void;
  #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> | undefined;

  constructor(deps: PushSenderDeps) {
    this.#deps = deps;
    this.#count = measure(deps.metrics, () => this.#waiting());
  }

  start(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => this.#run(() => this.send()), EVERY_MS).unref(),
      setInterval(() => this.#run(() => this.tidy()), TIDY_EVERY_MS).unref(),
    ];
  }

  /** Waits for a running round. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    await this.#running;
  }

  /** Sends all that is due; returns how much was taken by push services. */
  async send(): Promise<number> {
    let sent = 0;
    for (;;) {
      const due = await this.#deps.db.query<DueRow & Record<string, unknown>>(sql.TAKE_DUE, [
        AT_ONCE,
        LONGEST_WAIT_S,
        ...SESSION_AGES,
      ]);
      if (due.length > 0) this.#deps.fault("push-taken");
      const outcomes = await Promise.all(due.map((news) => this.#settle(news)));
      for (const outcome of outcomes) this.#count(outcome);
      sent += outcomes.filter((outcome) => outcome === "sent").length;
      if (due.length < AT_ONCE) return sent;
    }
  }

  /** Queues what only time brings, and forgets what has expired and whose session has ended. */
  async tidy(): Promise<void> {
    const { db } = this.#deps;
    await db.query(sql.FORGET_ENDED, SESSION_AGES);
    await db.query(sql.QUEUE_PASSED);
    while ((await db.query(sql.FORGET_EXPIRED, [FORGET_AT_ONCE])).length === FORGET_AT_ONCE);
  }

  #run(round: () => Promise<unknown>): void {
    this.#running ??= round()
      .then(() => undefined)
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "nothing was pushed; the next round tries again");
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #settle(news: DueRow): Promise<Outcome> {
    const { db, keys } = this.#deps;
    const key = keys.of(news.key_version);
    const text =
      news.may_be_sent && key !== undefined ? await renderPush({ ...this.#deps.texts, db }, news) : null;
    if (text === null || key === undefined) return this.#end(news, "dropped");
    const device = openSubscription(this.#deps.vault, news.family_id, news.subscription);
    const answer = await this.#post(device, text, key, news).catch(() => null);
    if (answer === null || answer.status === 429 || answer.status >= 500) {
      if (answer?.retryAfter != null) await db.query(sql.LATER, [news.id, answer.retryAfter]);
      return "retried";
    }
    if (answer.status >= 200 && answer.status < 300) return this.#end(news, "sent");
    // The device has unsubscribed, or subscribed with a key that the service does not take any more.
    if ([401, 403, 404, 410].includes(answer.status)) {
      await db.query(sql.FORGET, [news.family_id]);
      return "gone";
    }
    return this.#end(news, "refused");
  }

  async #end({ id }: DueRow, outcome: Outcome): Promise<Outcome> {
    await this.#deps.db.query(sql.DONE, [id]);
    return outcome;
  }

  #post(
    { endpoint, p256dh, auth }: Subscription,
    text: PushText,
    { publicKey, privateKey }: { readonly publicKey: string; readonly privateKey: string },
    news: DueRow,
  ): Promise<PushAnswer> {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(text),
      {
        vapidDetails: { subject: this.#deps.subject, publicKey, privateKey },
        TTL: Math.max(0, news.left_s),
        urgency: news.kind === "results" ? "normal" : "high",
        // The service keeps the newest of a topic; it learns nothing from the name.
        topic: createHash("sha256")
          .update(`${news.family_id} ${news.topic}`)
          .digest("base64url")
          .slice(0, 32),
        contentEncoding: "aes128gcm",
      },
    );
    if (body === null) throw new Error("a message has a body");
    return postToService(endpoint, { headers, body }, this.#deps.transport);
  }

  async #waiting(): Promise<{ readonly waiting: number; readonly seconds: number }> {
    const [row] = await this.#deps.db.query<{ waiting: number; seconds: number }>(sql.WAITING);
    return row ?? { waiting: 0, seconds: 0 };
  }
}

function measure(
  registry: Registry,
  waiting: () => Promise<{ readonly waiting: number; readonly seconds: number }>,
): (outcome: Outcome) => void {
  const counter = new Counter({
    name: "lotus_push_total",
    help: "News pushed to devices, by what came of each try",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const outcome of OUTCOMES) counter.inc({ outcome }, 0);
  gaugeOf(registry, "lotus_push_waiting", "News that wait to be pushed", () =>
    waiting().then(
      (row) => row.waiting,
      () => Number.NaN,
    ),
  );
  gaugeOf(
    registry,
    "lotus_push_behind_seconds",
    "Age of the oldest news that waits to be pushed; 0 without any",
    () =>
      waiting().then(
        (row) => row.seconds,
        () => Number.NaN,
      ),
  );
  return (outcome) => counter.inc({ outcome });
}
