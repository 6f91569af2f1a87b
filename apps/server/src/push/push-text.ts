import type { PushKind } from "@lotus/contract";
import { localeOf } from "../locale-of.ts";
import { PAGES } from "@lotus/contract/pages";
import type { Locale, ServerMessageKey } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { displayMoney, parseMoney, type Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./push.sql.ts";

/** Dependencies of the texts. */
export interface PushTextDeps {
  readonly db: Queries;
  readonly translate: Translate;
  readonly nameOf: (game: string, locale: Locale) => string;
  readonly currencySymbol: string;
}

/** A piece of news that is to be sent. */
export interface DueNews {
  readonly kind: PushKind;
  readonly topic: string;
  readonly template: string;
  readonly detail: Readonly<Record<string, string>>;
  readonly player_id: bigint;
  readonly locale: string;
  readonly amounts: boolean;
}

/** What the device shows. */
export interface PushText {
  readonly title: string;
  readonly body: string;
  /** A page of the app. */
  readonly url: string;
  /** News of the same tag replace each other. */
  readonly tag: string;
  readonly lang: string;
}

interface ResultRow {
  readonly numbers: readonly number[];
  readonly stake: Money;
  readonly payout: Money;
  readonly refund: Money;
}

/** Renders news in the player's language when it is sent; sums only for who wants them. Null if there is nothing to tell. */
export async function renderPush(deps: PushTextDeps, news: DueNews): Promise<PushText | null> {
  const locale = localeOf(news.locale);
  const shared = { tag: news.topic, lang: locale };
  if (news.kind === "results") {
    const text = await resultText(deps, news, locale);
    return text === null ? null : { ...shared, ...text };
  }
  if (news.kind === "money") {
    const { amount = "" } = news.detail;
    const page = news.template.startsWith("recharge") ? PAGES.rechargeRecords : PAGES.withdrawalRecords;
    // The templates of money are those of the inbox, which has their titles.
    const key = `messages.${news.template}.title` as ServerMessageKey;
    return {
      ...shared,
      title: deps.translate(locale, key, {}),
      body: news.amounts ? shownMoney(deps, amount, locale) : "",
      url: page.path,
    };
  }
  const key = (part: "title" | "body") => `push.${news.template}.${part}` as ServerMessageKey;
  return {
    ...shared,
    title: deps.translate(locale, key("title"), {}),
    body: deps.translate(locale, key("body"), news.detail),
    url: PAGES.limits.path,
  };
}

async function resultText(
  { db, translate, nameOf, currencySymbol }: PushTextDeps,
  { detail, player_id: playerId, amounts }: DueNews,
  locale: Locale,
): Promise<Pick<PushText, "title" | "body" | "url"> | null> {
  const { game = "", period = "" } = detail;
  const [row] = await db.query<ResultRow & Record<string, unknown>>(sql.RESULT, [playerId, game, period]);
  // All of the bets were cancelled.
  if (row === undefined) return null;
  const sums = {
    stake: `${displayMoney(row.stake, locale)} ${currencySymbol}`,
    payout: `${displayMoney(row.payout, locale)} ${currencySymbol}`,
  };
  const lines = [
    translate(locale, `push.result.${outcomeOf(row)}`, {}),
    ...(amounts ? [translate(locale, "push.result.sums", sums)] : []),
    translate(locale, "push.result.drawn", { numbers: row.numbers.join(" ") }),
  ];
  return {
    title: translate(locale, "push.result.title", { game: nameOf(game, locale), no: period.slice(-4) }),
    body: lines.join(" · "),
    url: `${PAGES.bettingRecords.path}?code=${game}&from=result`,
  };
}

/** As the app says it: a payout below the stake is not called a win. */
function outcomeOf({ stake, payout, refund }: ResultRow): "won" | "belowStake" | "lost" | "refunded" {
  if (payout === 0n) return refund > 0n && refund === stake ? "refunded" : "lost";
  return payout + refund < stake ? "belowStake" : "won";
}

function shownMoney({ currencySymbol }: PushTextDeps, amount: string, locale: Locale): string {
  const parsed = parseMoney(amount);
  return parsed.ok ? `${displayMoney(parsed.value, locale)} ${currencySymbol}` : "";
}
