import { namesWithin, type NameMatch } from "@lotus/contract";
import type { CandidateFit, PaymentCandidate, PlayerBreak, PlayerRef } from "@lotus/contract/desk";
import { formatMoney, parseMoneyInput, tidyCode } from "@lotus/money";
import { onBreak } from "../../protection/protection.ts";
import { perhapsNamedIn } from "../../wallet/wallet.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";
import { numberOf } from "../order-number.ts";
import { playersKnownBy } from "../players/sealed-search.ts";
import * as sql from "./candidates.sql.ts";

/** Dependencies for finding candidates. */
export type CandidateDeps = Pick<DeskDeps, "db" | "services">;

interface Row {
  readonly number: bigint;
  readonly order_id: bigint;
  readonly player_id: bigint;
  readonly username: string;
  readonly player_status: PlayerRef["status"];
  readonly status: PaymentCandidate["status"];
  readonly amount: bigint;
  readonly due: string;
  readonly created_ms: bigint;
  readonly reference: string | null;
  /** Its number is in the text. */
  readonly numbered: boolean;
  /** The text has the name on the player's first card. */
  readonly named: boolean;
  /** Exactly what is due came, or a tenth more or less. */
  readonly exact: boolean;
  readonly near: boolean;
  /** The difference to what is due, as a part of it. */
  readonly distance: string;
  /** Asked for in the three days before the payment, and in its currency. */
  readonly in_time: boolean;
}

/** An open payment: its number, and the bank's text of the transfer. */
interface OpenPayment {
  readonly id: bigint;
  readonly text: string | null;
}

/** Most candidates of a payment. */
const MOST = 5;

/** What each reason weighs: a name beside a near amount is likelier than an exact amount alone. */
const WEIGHTS: Readonly<Record<CandidateFit, number>> = {
  reference: 32,
  referenceNear: 16,
  amount: 8,
  name: 8,
  nameNear: 3,
  amountNear: 2,
};

/** Recharges that open payments may be for, with the reasons, the likeliest first; five of each at most. */
export async function candidatesFor(
  deps: CandidateDeps,
  payments: readonly OpenPayment[],
): Promise<ReadonlyMap<bigint, readonly PaymentCandidate[]>> {
  const judged = await judgedFor(deps, payments);
  return new Map(
    [...judged].map(([id, candidates]) => [
      id,
      candidates.filter(({ fits }) => fits.length > 0).slice(0, MOST),
    ]),
  );
}

/**
 * Recharges that an operator means by a text, for a payment, the likeliest first: by a part of their number or reference, by
 * their player, or by their amount as it is written in the operator's language.
 */
export async function searchFor(
  deps: CandidateDeps & Pick<DeskDeps, "auditedActions">,
  payment: OpenPayment,
  text: string,
  by: Pick<DeskContext, "caller" | "address" | "locale">,
): Promise<readonly PaymentCandidate[]> {
  const { accounts } = deps.services;
  const code = tidyCode(text).toUpperCase();
  const also = await playersKnownBy(deps, text, by);
  const players = await accounts.findPlayers({ text, also });
  const amount = parseMoneyInput(text, by.locale);
  const found = await deps.db.query<{ id: bigint }>(sql.SEARCHED, [
    payment.id,
    /^R?(\d{4,19})$/u.exec(code)?.[1] ?? null,
    /^[0-9A-Z]{3,9}$/u.test(code) ? code : null,
    players.map(({ id }) => String(id)),
    amount.ok ? amount.value : null,
    amount.ok ? formatMoney(amount.value) : null,
    numberOf("R", code),
  ]);
  const ids = found.map(({ id }) => id);
  const judged = await judgedFor(deps, [payment], ids);
  return (judged.get(payment.id) ?? []).filter(({ order }) => ids.includes(BigInt(order.slice(1))));
}

/** Every recharge in question, `more` included, with its reasons, the likeliest first. */
async function judgedFor(
  { db, services }: CandidateDeps,
  payments: readonly OpenPayment[],
  more: readonly bigint[] = [],
): Promise<ReadonlyMap<bigint, readonly PaymentCandidate[]>> {
  if (payments.length === 0) return new Map();
  const owners = await services.wallet.addresses.namedIn(payments.map(({ text }) => text ?? ""));
  const named = payments.map(({ text }) => perhapsNamedIn(text ?? ""));
  const sought = payments.map(({ id }, at) => ({
    number: String(id),
    orders: [...(named[at]?.orderIds ?? []), ...more].map(String),
    references: [...(named[at]?.references ?? []), ...(named[at]?.nearly ?? [])],
    players: (owners[at] ?? []).map(String),
  }));
  const rows = await db.query<Row & Record<string, unknown>>(sql.CANDIDATES, [JSON.stringify(sought)]);
  const players = [...new Set(rows.map((row) => row.player_id))];
  const [namesOf, breaks] = await Promise.all([playersNames(services, players), onBreak(db, players)]);
  return new Map(
    payments.map(({ id, text }, at) => {
      const compare = namesWithin(text ?? "");
      const { orderIds = [], references = [], nearly = [] } = named[at] ?? {};
      const ranked = rows
        .filter(({ number }) => number === id)
        .map((row) => {
          const reasons = {
            reference: orderIds.includes(row.order_id) || references.includes(row.reference ?? ""),
            referenceNear: nearly.includes(row.reference ?? ""),
            amount: row.exact,
            amountNear: row.near,
            ...nameReasons(row, namesOf(row.player_id), compare),
          };
          return { row, fits: fitsOf(reasons) };
        })
        .toSorted((one, other) => rankOf(other) - rankOf(one) || comparedByAge(one.row, other.row));
      return [id, ranked.map(({ row, fits }) => candidateOf(row, fits, breaks.get(row.player_id)))];
    }),
  );
}

type Reasons = Readonly<Record<CandidateFit, boolean>>;

/** What the name says, for a recharge shortly before the payment. An account may bear any name, so that it is near at best. */
function nameReasons(
  { named, username, in_time: inTime }: Row,
  names: readonly string[],
  compare: (name: string) => NameMatch,
): Pick<Reasons, "name" | "nameNear"> {
  if (!inTime) return { name: false, nameNear: false };
  const matches = new Set(names.map(compare));
  const name = named || matches.has("same");
  return { name, nameNear: matches.has("near") || compare(username) !== "other" };
}

/** The reasons that hold, without those that another one includes. */
function fitsOf(reasons: Reasons): CandidateFit[] {
  return (["reference", "amount", "name"] as const).flatMap((reason) =>
    reasons[reason] ? [reason] : reasons[`${reason}Near`] ? [`${reason}Near` as const] : [],
  );
}

interface Judged {
  readonly row: Row;
  readonly fits: readonly CandidateFit[];
}

/** That a recharge still waits makes a near name and amount likelier than the exact amount of a cancelled one. */
const WAITS = 35;

/** The higher, the likelier: by its reasons and that it still waits, then by how close the amount is. */
function rankOf({ row, fits }: Judged): number {
  const weight = fits.reduce((sum, fit) => sum + WEIGHTS[fit], 0);
  return weight * 10 + (row.status === "pendingReview" ? WAITS : 0) - Math.min(Number(row.distance), 4);
}

function comparedByAge(one: Row, other: Row): number {
  return one.order_id < other.order_id ? 1 : -1;
}

/** The names of players: those on their cards, and their own. */
async function playersNames(
  { wallet, identity }: Pick<DeskDeps["services"], "wallet" | "identity">,
  ids: readonly bigint[],
): Promise<(playerId: bigint) => readonly string[]> {
  const [cards, persons] = await Promise.all([wallet.addresses.namesOf(ids), identity.namesOf(ids)]);
  return (playerId) => {
    const own = persons.get(playerId);
    return [...(cards.get(playerId) ?? []), ...(own === undefined ? [] : [own])];
  };
}

function candidateOf(
  row: Row,
  fits: readonly CandidateFit[],
  lasting: PlayerBreak | undefined,
): PaymentCandidate {
  return {
    order: `R${row.order_id}`,
    player: {
      id: String(row.player_id),
      name: row.username,
      status: row.player_status,
      ...(lasting !== undefined && { onBreak: lasting }),
    },
    status: row.status,
    amount: formatMoney(row.amount),
    due: row.due,
    createdAt: Number(row.created_ms),
    fits: [...fits],
  };
}
